import { setFlagsFromString } from 'node:v8'

/**
 * Keeps a process small that takes one book after the other. V8 by itself collects late where the machine has memory: its
 * young generation grows to 32 MB and its old one to four times what is alive. A book is garbage as soon as it is done, so
 * little is gained by waiting. Both are read whenever V8 collects, so they can be set in a process that runs already.
 */
export function keepMemorySmall() {
  setFlagsFromString('--semi-space-growth-factor=1')
  setFlagsFromString('--heap-growing-percent=50')
}
