import { readFileSync, renameSync, writeFileSync } from 'node:fs'

export type Kept<State> = {
  readonly state: State
  /** Call after every change; writing happens a moment later, once for many changes. */
  readonly changed: () => void
  /** Writes what is still unwritten. */
  readonly close: () => void
}

/** A stand-in's memory: one plain object in one file of the data folder. A file that cannot be read is begun anew. */
export function keep<State extends object>(file: string, initial: State): Kept<State> {
  const state = { ...initial, ...readState<State>(file) }
  let timer: NodeJS.Timeout | undefined
  const write = () => {
    timer = undefined
    writeFileSync(`${file}.new`, JSON.stringify(state), { mode: 0o600 })
    renameSync(`${file}.new`, file)
  }
  return {
    state,
    changed: () => {
      timer ??= setTimeout(write, 50)
    },
    close: () => {
      if (!timer) return
      clearTimeout(timer)
      write()
    },
  }
}

function readState<State>(file: string): Partial<State> {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return {}
  }
}
