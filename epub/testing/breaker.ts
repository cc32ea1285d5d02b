import { type Publication, type Resource, textOf, withText, written } from '../publication.ts'
import { bytesOf } from './book.ts'

/** Numbers between 0 and 1 that depend on the seed alone (mulberry32). */
export function random(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296
  }
}

type Dice = ReturnType<typeof random>
type TextFault = (text: string, dice: Dice) => string
type ByteFault = (bytes: Uint8Array, dice: Dice) => Uint8Array

const below = (dice: Dice, count: number) => Math.floor(dice() * count)
const pick = <T>(dice: Dice, list: readonly T[]): T | undefined => list[below(dice, list.length)]

/** Replaces one of the matches, chosen by the dice. */
const oneOf = (text: string, dice: Dice, pattern: RegExp, after: (match: string) => string): string => {
  const match = pick(dice, [...text.matchAll(pattern)])
  return match ? text.slice(0, match.index) + after(match[0]) + text.slice(match.index + match[0].length) : text
}

const oddNames = ['p', 'div', 'em', 'li', 'td', 'h1', 'a', 'table', 'title', 'item', 'meta', 'navPoint', 'center', 'o:p', 'foo']
const oddValues = ['', ' ', 'x y', '1abc', 'ä', 'http://exa mple.org', 'true', '-1', '100%', 'a&amp;b', '#', 'none', 'en_US']
const oddAttributes = [
  ...['align="left"', 'lang="xx_1"', 'width="10px"', 'name="n1"', 'clear="all"', 'data-X="1"', 'epub:type="bogus"'],
  ...['style="color"', 'opf:role="zzz"', 'bgcolor="red"', 'type="1"', 'class=""', 'id=""', 'dir="x"'],
]
const leaf = /<([a-zA-Z]\w*)[^<>]*>[^<]*<\/\1>|<[a-zA-Z]\w*[^<>]*\/>/g
const attribute = /\s[a-zA-Z][\w:-]*="[^"]*"/g

/** Faults of one text file, as books in the field have them. */
export const textFaults: Readonly<Record<string, TextFault>> = {
  cut: (text, dice) => text.slice(0, below(dice, text.length)),
  'lost end tag': (text, dice) => oneOf(text, dice, /<\/[a-z]\w*>/g, () => ''),
  'bare ampersand': (text, dice) => oneOf(text, dice, /[a-z] [a-z]/g, ([a, , b]) => `${a} & ${b}`),
  'bare less-than': (text, dice) => oneOf(text, dice, /[a-z] [a-z]/g, ([a, , b]) => `${a} < ${b}`),
  'other id': (text, dice) => oneOf(text, dice, /\bid="[^"]*"/g, () => `id="1 x${below(dice, 99)}"`),
  'double id': (text) => {
    const first = /\bid="([^"]*)"/.exec(text)?.[1]
    return first ? text.replaceAll(/\bid="[^"]*"/g, `id="${first}"`) : text
  },
  'dead reference': (text, dice) =>
    oneOf(text, dice, /\b(href|src)="[^"]*"/g, (match) => match.replace(/"[^"]*"/, '"no such.xhtml#x"')),
  'other case': (text, dice) =>
    oneOf(text, dice, /\b(href|src)="[^"]*"/g, (match) => match.replace(/"[^"]*"/, (value) => value.toUpperCase())),
  'lost item': (text, dice) => oneOf(text, dice, /<item\b[^>]*>/g, () => ''),
  'lost itemref': (text, dice) => oneOf(text, dice, /<itemref\b[^>]*>/g, () => ''),
  'lost metadata': (text, dice) => oneOf(text, dice, /<dc:(\w+)[^>]*>[^<]*<\/dc:\1>/g, () => ''),
  'lost quote': (text, dice) => oneOf(text, dice, /="[^"]*"/g, (match) => match.slice(0, -1)),
  'lost namespace': (text) => text.replace(/\sxmlns(:\w+)?="[^"]*"/, ''),
  'named entity': (text, dice) => oneOf(text, dice, /[a-z] [a-z]/g, ([a, , b]) => `${a}&nbsp;&mdash;${b}`),
  'control character': (text, dice) => oneOf(text, dice, /[a-z]{2}/g, (match) => `${match[0]}\u0008${match[1]}`),
  mojibake: (text) => text.replaceAll("'", 'â€™').replaceAll('. ', '.â€\u009d '),
  'upper-case tags': (text) => text.replace(/<\/?[a-z]\w*/g, (tag) => tag.toUpperCase()),
  'lost attribute': (text, dice) => oneOf(text, dice, attribute, () => ''),
  'odd attribute': (text, dice) => oneOf(text, dice, /<[a-z]\w*(?=[\s>])/gi, (tag) => `${tag} ${pick(dice, oddAttributes)}`),
  'odd value': (text, dice) => oneOf(text, dice, /="[^"]*"/g, () => `="${pick(dice, oddValues)}"`),
  'attribute in capitals': (text, dice) => oneOf(text, dice, /\s[\w-]+="/g, (name) => name.toUpperCase()),
  'doubled element': (text, dice) => oneOf(text, dice, leaf, (one) => one.replace(/\bid="[^"]*"/, '') + one),
  'wrapped element': (text, dice) => {
    const name = pick(dice, oddNames)
    return oneOf(text, dice, leaf, (one) => `<${name}>${one}</${name}>`)
  },
  'empty element': (text, dice) => oneOf(text, dice, />\s*</g, () => `><${pick(dice, oddNames)}/><`),
  'stray words': (text, dice) => oneOf(text, dice, />\s*</g, () => '>stray words<'),
  'crossed tags': (text, dice) =>
    oneOf(text, dice, /<\/(\w+)>\s*<\/(\w+)>/g, (tags) => tags.replace(/<\/(\w+)>(\s*)<\/(\w+)>/, '</$3>$2</$1>')),
  'loose prefix': (text, dice) => oneOf(text, dice, /<\w+(?=[\s>])/g, (tag) => tag.replace('<', '<x:')),
  'wrong namespace': (text, dice) => oneOf(text, dice, /xmlns(:\w+)?="[^"]*"/g, (one) => one.replace(/"$/, '/"')),
  'text before': (text) => `\n x ${text}`,
  'text after': (text) => `${text}\nThe end.`,
}

/** Faults of the archive. */
export const byteFaults: Readonly<Record<string, ByteFault>> = {
  'cut off': (bytes, dice) => bytes.subarray(0, below(dice, bytes.length)),
  'flipped bits': (bytes, dice) => {
    const broken = bytes.slice()
    for (let n = 1 + below(dice, 12); n > 0; n--) broken[below(dice, broken.length)]! ^= 1 << below(dice, 8)
    return broken
  },
  'no directory': (bytes) => bytes.subarray(0, signature(bytes, 1)),
  'rubbish directory': (bytes, dice) => {
    const start = signature(bytes, 1)
    return joined(bytes.subarray(0, start), rubbish(dice, bytes.length - start))
  },
  'rubbish before': (bytes, dice) => joined(rubbish(dice, 1 + below(dice, 3000)), bytes),
  'rubbish after': (bytes, dice) => joined(bytes, rubbish(dice, 1 + below(dice, 80_000))),
  'zeros in the middle': (bytes, dice) => {
    const start = below(dice, bytes.length)
    return bytes.slice().fill(0, start, start + below(dice, 600))
  },
  'a piece lost': (bytes, dice) => {
    const start = below(dice, bytes.length)
    return joined(bytes.subarray(0, start), bytes.subarray(start + below(dice, 300)))
  },
  'a piece twice': (bytes, dice) => {
    const start = below(dice, bytes.length)
    return joined(bytes.subarray(0, start + below(dice, 900)), bytes.subarray(start))
  },
}

function signature(bytes: Uint8Array, kind: number): number {
  for (let at = bytes.indexOf(0x50); at >= 0; at = bytes.indexOf(0x50, at + 1))
    if (bytes[at + 1] === 0x4b && bytes[at + 2] === kind && bytes[at + 3] === kind + 1) return at
  return bytes.length
}

const rubbish = (dice: Dice, size: number) => Uint8Array.from({ length: size }, () => below(dice, 256))

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((size, part) => size + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

export interface Broken<T> {
  readonly broken: T
  /** What was done, in words. */
  readonly faults: readonly string[]
}

/** The publication with one to `most` faults in its files, by the seed. */
export function breakFiles(publication: Publication, seed: number, most = 4): Broken<Publication> {
  const dice = random(seed)
  const resources = new Map(publication.resources)
  const faults: string[] = []
  for (let n = 1 + below(dice, most); n > 0; n--) {
    const resource = pick(
      dice,
      [...resources.values()].filter(({ bytes, path }) => bytes && !/\.(png|jpe?g|gif)$/.test(path)),
    )
    if (!resource) break
    if (dice() < 0.12) {
      resources.delete(resource.path)
      faults.push(`${resource.path}: lost`)
      continue
    }
    const name = pick(dice, Object.keys(textFaults))!
    resources.set(resource.path, faulty(resource, textFaults[name]!, dice))
    faults.push(`${resource.path}: ${name}`)
  }
  return { broken: { ...publication, resources }, faults }
}

function faulty(resource: Resource, fault: TextFault, dice: Dice): Resource {
  const text = fault(textOf(resource), dice)
  return text === '' ? written(resource.path, '') : withText(resource, text)
}

/** The publication as an archive with faults in its files, in the archive, or both. */
export async function breakBook(publication: Publication, seed: number): Promise<Broken<Uint8Array>> {
  const dice = random(seed ^ 0x9e3779b9)
  const inside = dice() < 0.5 ? breakFiles(publication, seed) : { broken: publication, faults: [] }
  let bytes = await bytesOf(inside.broken)
  const faults = [...inside.faults]
  for (let n = below(dice, 3) + (faults.length === 0 ? 1 : 0); n > 0; n--) {
    const name = pick(dice, Object.keys(byteFaults))!
    bytes = new Uint8Array(byteFaults[name]!(bytes, dice))
    faults.push(name)
  }
  return { broken: bytes, faults }
}
