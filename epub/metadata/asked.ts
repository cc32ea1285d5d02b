import { isRole } from '../check/package/roles.ts'
import { asW3cDate } from '../package/dates.ts'
import { isLanguageTag, languageTag } from '../package/language.ts'
import { magicType } from '../package/media-types.ts'
import { BadMetadata, type Creator, type MetadataEdits, type MetadataField } from './metadata.ts'

/** Longest text of a field, in UTF-16 units. */
const longest = { line: 2000, description: 20_000 } as const
const mostEntries = 200

/** What no XML document may hold (XML 1.0 section 2.2). */
const forbidden = /[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u

function tidy(field: MetadataField, text: string, most: number = longest.line): string {
  const plain = text.replace(/\s+/g, ' ').trim()
  if (plain.length > most) throw new BadMetadata(field, `This is longer than ${most.toLocaleString('en')} characters.`)
  if (forbidden.test(plain)) throw new BadMetadata(field, 'This holds characters that no book may hold.')
  return plain
}

function needed(field: MetadataField, name: string, text: string): string {
  const plain = tidy(field, text)
  if (plain === '') throw new BadMetadata(field, `A book needs ${name}.`)
  return plain
}

function languageIn(text: string): string {
  const plain = needed('language', 'a language', text)
  const tag = isLanguageTag(plain) ? plain : languageTag(plain)
  if (!tag) throw new BadMetadata('language', 'This is no language code. Use one such as en, en-GB or zh-Hant.')
  return tag
}

function dateIn(text: string): string {
  const date = asW3cDate(tidy('date', text))
  if (!date) throw new BadMetadata('date', 'This is no date. Write it as 2024, 2024-05 or 2024-05-31.')
  return date
}

/** ISBN-13 and ISBN-10 carry a check digit; what looks like one and is none was mistyped. */
export function isbnOf(identifier: string): string | undefined {
  const [, written] = /^(?:urn:isbn:|isbn[:\s]*)?([\d\s-]{9,}[\dXx])$/i.exec(identifier) ?? []
  const digits = written?.replace(/[\s-]/g, '').toUpperCase()
  return digits && (/^97[89]\d{10}$/.test(digits) || (/^\d{9}[\dX]$/.test(digits) && /isbn/i.test(identifier)))
    ? digits
    : undefined
}

/** Whether the check digit is right; `digits` as `isbnOf` gives them. */
export function isRightIsbn(digits: string): boolean {
  const values = [...digits].map((digit) => (digit === 'X' ? 10 : Number(digit)))
  return digits.length === 13
    ? values.reduce((sum, value, at) => sum + value * (at % 2 === 0 ? 1 : 3), 0) % 10 === 0
    : values.reduce((sum, value, at) => sum + value * (10 - at), 0) % 11 === 0
}

function identifierIn(text: string): string {
  const plain = needed('identifier', 'an identifier', text)
  const isbn = isbnOf(plain)
  if (isbn && !isRightIsbn(isbn))
    throw new BadMetadata('identifier', 'The check digit of this ISBN is wrong: a digit was mistyped.')
  return plain
}

function creatorIn({ name, role, fileAs }: Creator): Creator {
  const code = role === undefined ? '' : tidy('creators', role).toLowerCase()
  if (code !== '' && !isRole(code))
    throw new BadMetadata(
      'creators',
      `'${code}' is no role. Use a MARC code such as aut (author), edt (editor) or ill (illustrator).`,
    )
  const sorted = fileAs === undefined ? '' : tidy('creators', fileAs)
  return {
    name: needed('creators', 'the name of each creator', name),
    ...(code && { role: code }),
    ...(sorted && { fileAs: sorted }),
  }
}

function few<T>(field: MetadataField, list: readonly T[]): readonly T[] {
  if (list.length > mostEntries) throw new BadMetadata(field, `More than ${mostEntries} entries are more than any shop reads.`)
  return list
}

/** The cover's media type; throws for what is no picture that every reader shows. */
export function coverType(bytes: Uint8Array): string {
  const type = magicType(bytes.subarray(0, 64))
  if (type !== 'image/jpeg' && type !== 'image/png' && type !== 'image/gif')
    throw new BadMetadata('cover', 'The cover must be a JPEG, PNG or GIF picture.')
  return type
}

const maybe = <T, R>(value: T | null, read: (value: T) => R): R | null => (value === null ? null : read(value))
/** An emptied field of a form means: take it out. */
const orNone = (text: string) => (text === '' ? null : text)

/** The edits as they are written: folded white space, no doubles, emptied fields as `null`. Throws `BadMetadata`. */
export function tidyEdits(edits: MetadataEdits): MetadataEdits {
  const { title, creators, language, identifier, publisher, date, description, series, subjects, cover } = edits
  if (cover) coverType(cover)
  if (creators) few('creators', creators)
  if (subjects) few('subjects', subjects)
  return {
    ...(title !== undefined && { title: needed('title', 'a title', title) }),
    ...(creators && { creators: creators.map(creatorIn) }),
    ...(language !== undefined && { language: languageIn(language) }),
    ...(identifier !== undefined && { identifier: identifierIn(identifier) }),
    ...(publisher !== undefined && { publisher: maybe(publisher, (text) => orNone(tidy('publisher', text))) }),
    ...(date !== undefined && { date: maybe(date, (text) => (text.trim() === '' ? null : dateIn(text))) }),
    ...(description !== undefined && {
      description: maybe(description, (text) => orNone(tidy('description', text, longest.description))),
    }),
    ...(series !== undefined && {
      series: maybe(series, ({ name, position }) => {
        if (tidy('series', name) === '') return null
        if (position !== undefined && !(position >= 0 && position < 100_000))
          throw new BadMetadata('series', 'The place in the series is a number, such as 2 or 2.5.')
        return { name: tidy('series', name), ...(position !== undefined && { position }) }
      }),
    }),
    ...(subjects && { subjects: [...new Set(subjects.map((one) => tidy('subjects', one)).filter(Boolean))] }),
    ...(cover && { cover }),
  }
}
