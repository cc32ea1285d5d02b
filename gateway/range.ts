/** A part of a file, half open; `whole` without one, `unsatisfiable` when it lies outside. */
export type AskedRange = { readonly start: number; readonly end: number } | 'whole' | 'unsatisfiable'

/** RFC 9110 14.2: one range of bytes. What is malformed, or asks for several, is answered with the whole file. */
export function rangeIn(header: string, size: number): AskedRange {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header.replaceAll(' ', ''))
  if (!match) return 'whole'
  const [, first = '', last = ''] = match
  if (first === '' && last === '') return 'whole'
  if (first === '')
    return Number(last) === 0 || size === 0 ? 'unsatisfiable' : { start: Math.max(0, size - Number(last)), end: size }
  const start = Number(first)
  if (last !== '' && Number(last) < start) return 'whole'
  if (start >= size) return 'unsatisfiable'
  return { start, end: last === '' ? size : Math.min(size, Number(last) + 1) }
}
