/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export interface Dice {
  next(): number
  /** A whole number from 0 to below `most`. */
  below(most: number): number
  pick<T>(list: readonly T[]): T
  chance(share: number): boolean
}

export function diceOf(seed: string): Dice {
  let state = 0x811c9dc5
  for (const char of seed) state = Math.imul(state ^ char.codePointAt(0)!, 0x01000193)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (most: number) => Math.floor(next() * most)
  return { next, below, pick: (list) => list[below(list.length)]!, chance: (share) => next() < share }
}
