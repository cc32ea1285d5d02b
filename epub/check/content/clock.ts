const units: Record<string, number> = { h: 3600, min: 60, s: 1, ms: 0.001, '': 1 }

/** Seconds of a SMIL clock value, to a millisecond; undefined for what is none (SMIL 3.0 timing). */
export function clockSeconds(text: string): number | undefined {
  const written = text.trim()
  const count = /^(\d+(?:\.\d+)?)(h|min|s|ms)?$/.exec(written)
  if (count) return rounded(Number(count[1]) * units[count[2] ?? '']!)
  const clock = /^(?:(\d+):)?([0-5]\d):([0-5]\d(?:\.\d+)?)$/.exec(written)
  return clock ? rounded(Number(clock[1] ?? 0) * 3600 + Number(clock[2]) * 60 + Number(clock[3])) : undefined
}

const rounded = (seconds: number) => Math.round(seconds * 1000) / 1000
