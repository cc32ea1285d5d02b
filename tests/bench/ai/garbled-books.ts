import { page } from '../../../epub/ai/encoding/pages.ts'
import { encodeUtf8 } from '../../../epub/content/encoding.ts'
import type { Dice } from './dice.ts'
import { paragraphsIn } from './texts.ts'

/** Ways in which text is garbled in the field: written in one encoding, read in another, up to three times. */
const chains: readonly (readonly (readonly [written: string, read: string])[])[] = [
  [['utf-8', 'windows-1252']],
  [['utf-8', 'macintosh']],
  [['utf-8', 'ibm437']],
  [['utf-8', 'windows-1250']],
  [['utf-8', 'windows-1251']],
  [
    ['utf-8', 'windows-1252'],
    ['utf-8', 'windows-1252'],
  ],
  [
    ['utf-8', 'windows-1252'],
    ['utf-8', 'macintosh'],
  ],
  [
    ['utf-8', 'windows-1252'],
    ['utf-8', 'windows-1252'],
    ['utf-8', 'windows-1252'],
  ],
]
/** The page that a language was written in before UTF-8, read as if it were Western. */
const declared: Readonly<Record<string, readonly (readonly [written: string, read: string])[]>> = {
  ru: [
    ['windows-1251', 'windows-1252'],
    ['koi8-r', 'windows-1251'],
    ['koi8-r', 'windows-1252'],
  ],
  uk: [['windows-1251', 'windows-1252']],
  bg: [['windows-1251', 'windows-1252']],
  el: [['windows-1253', 'windows-1252']],
  he: [['windows-1255', 'windows-1252']],
  cs: [['windows-1250', 'windows-1252']],
  pl: [['windows-1250', 'windows-1252']],
  hu: [['windows-1250', 'windows-1252']],
  tr: [['windows-1254', 'windows-1252']],
  lt: [['windows-1257', 'windows-1252']],
  fr: [
    ['windows-1252', 'macintosh'],
    ['macintosh', 'windows-1252'],
  ],
  de: [['windows-1252', 'ibm850']],
  es: [['windows-1252', 'macintosh']],
}
export const garbledLanguages = [
  'en',
  'de',
  'fr',
  'es',
  'it',
  'pt',
  'sv',
  'pl',
  'cs',
  'hu',
  'tr',
  'lt',
  'ru',
  'uk',
  'bg',
  'el',
  'he',
]

const bytesIn = (text: string, name: string): number[] | undefined => {
  if (name === 'utf-8') return [...encodeUtf8(text)]
  const { bytes } = page(name)
  const list: number[] = []
  for (const char of text) {
    const byte = char < '\u0080' ? char.charCodeAt(0) : bytes.get(char)
    if (byte === undefined) return undefined
    list.push(byte)
  }
  return list
}

function garble(text: string, steps: (typeof chains)[number]): string | undefined {
  let now = text
  for (const [written, read] of steps) {
    const bytes = bytesIn(now, written)
    const { chars } = page(read)
    const next = bytes?.map((byte) => (byte < 0x80 ? String.fromCharCode(byte) : chars[byte - 0x80]))
    if (!next || next.includes(undefined)) return undefined
    now = next.join('')
  }
  return now
}

/** Names and signs of other countries, which a sound book may hold and nobody may touch. */
const foreign = [
  'Łódź',
  'Malmø',
  'Ångström',
  'São Paulo',
  'Dvořák',
  'Reykjavík',
  '20 °C',
  '½ × ¾',
  '© 2020',
  'naïve',
  'Œuvre',
  'Ærø',
  '“so”',
  'l’été',
  'αβγ',
  'Москва',
]

export interface GarbledBook {
  readonly language: string
  /** Paragraphs as they should be, and as they stand. */
  readonly sound: readonly string[]
  readonly garbled: readonly string[]
  readonly what: string
}

/** A page of paragraphs in one language: all of it garbled, a part, or single words; or none, with foreign names in it. */
export function garbledBook(language: string, dice: Dice): GarbledBook {
  const extent = dice.pick(['all', 'part', 'words', 'none'] as const)
  const own = declared[language] ?? []
  const isLegacy = own.length > 0 && extent !== 'words' && dice.chance(0.5)
  const steps = isLegacy ? [dice.pick(own)] : dice.pick(chains)
  const sound = Array.from({ length: 12 }, () => {
    const words = dice.pick(paragraphsIn(language)).split(' ')
    // a page that is written in an old code page holds no letters that it has not
    const can = isLegacy ? foreign.filter((name) => bytesIn(name, steps[0]![0])) : foreign
    if (dice.chance(0.3)) words.splice(dice.below(words.length), 0, dice.pick(can))
    return words.join(' ')
  })
  const whole = (text: string) =>
    text
      .split(/(\s+)/)
      .map((word) => garble(word, steps) ?? word)
      .join('')
  const garbled = sound.map((text, index) => {
    if (extent === 'all' || (extent === 'part' && index >= 4 && index < 9)) return whole(text)
    if (extent === 'words')
      return text
        .split(/(\s+)/)
        .map((word) => (dice.chance(0.5) ? whole(word) : word))
        .join('')
    return text
  })
  return {
    language,
    sound,
    garbled,
    what: `${extent}, ${extent === 'none' ? '' : steps.map((pair) => pair.join(' as ')).join(', ')}`,
  }
}
