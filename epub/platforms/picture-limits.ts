import type { Platform } from './platform.ts'

/** What a store takes of pictures. Pixels are width × height; sides and bytes are limits of one picture. */
export interface PictureLimits {
  readonly mostPixels?: number
  readonly longestSide?: number
  readonly mostBytes?: number
  /** Media types taken as they are. */
  readonly takes: RegExp
  readonly takesCmyk: boolean
  readonly source: string
  readonly date: string
}

const date = '2026-11'
const MB = 1_048_576

/** One row a store; where two pages of one company differ, the stricter, since a repaired picture should pass both. */
export const pictureLimits: Readonly<Partial<Record<Platform, PictureLimits>>> = {
  kindle: {
    mostPixels: 5_000_000,
    longestSide: 10_000,
    takes: /^image\/(jpeg|png|gif|svg\+xml)$/,
    takesCmyk: false,
    source: 'Kindle Publishing Guidelines 2026.1, images; KDP cover image guidelines',
    date,
  },
  appleBooks: {
    mostPixels: 4_000_000,
    mostBytes: 10 * MB,
    takes: /^image\/(jpeg|png|svg\+xml)$/,
    takesCmyk: false,
    source: 'Apple Books Asset Guide 5.3 and partner help, interior images',
    date,
  },
  kobo: {
    mostBytes: 10 * MB,
    takes: /^image\/(jpeg|png|gif|svg\+xml)$/,
    takesCmyk: false,
    source: 'Kobo EPUB Guidelines, images',
    date,
  },
  googlePlay: {
    longestSide: 7_200,
    takes: /^image\/(jpeg|png|gif|svg\+xml)$/,
    takesCmyk: true,
    source: 'Google Books Partner Center, answer 3424254',
    date,
  },
  adobe: { takes: /^image\/(jpeg|png|gif|svg\+xml)$/, takesCmyk: true, source: 'Field reports on RMSDK readers', date },
}

export interface Demands {
  readonly mostPixels: number
  readonly longestSide: number
  readonly mostBytes: number
  readonly takes: (mediaType: string) => boolean
  readonly takesCmyk: boolean
}

/** The strictest of the stores aimed at, or of all where none is named. */
export function demandsOf(targets: readonly Platform[]): Demands {
  const rows = (targets.length > 0 ? targets : (Object.keys(pictureLimits) as Platform[])).flatMap(
    (name) => pictureLimits[name] ?? [],
  )
  const least = (key: 'mostPixels' | 'longestSide' | 'mostBytes') =>
    Math.min(...rows.map((row) => row[key] ?? Number.POSITIVE_INFINITY))
  return {
    mostPixels: least('mostPixels'),
    longestSide: least('longestSide'),
    mostBytes: least('mostBytes'),
    takes: (mediaType) => rows.every(({ takes }) => takes.test(mediaType)),
    takesCmyk: rows.every(({ takesCmyk }) => takesCmyk),
  }
}
