import type { Place } from '../document/xml-document.ts'
import { ownValue } from '../own.ts'
import type { Say } from '../report.ts'
import type { Attribute, Vocabularies, Vocabulary } from './vocabulary.ts'

const ncName = /^[\p{L}_][\p{L}\p{N}\p{M}._\u00b7-]*$/u

/** Reads a `prefix` attribute: `name: address name: address …` (EPUB 3.3 section D.1.4). */
export function readPrefixes(value: string | undefined, place: Place, say: Say): Map<string, string> {
  const mappings = new Map<string, string>()
  if (value === undefined || value === '') return mappings
  if (/^\s/.test(value) || (/\s$/.test(value) && !value.trim()))
    say('OPF-004', place, 'White space stands before the first prefix.')
  let rest = value.trimStart()
  while (rest) {
    const name = /^[^\s:]*/.exec(rest)![0]
    rest = rest.slice(name.length)
    let prefix: string | undefined = name
    if (!name) say('OPF-004a', place, 'A prefix is empty.')
    else if (!ncName.test(name)) say('OPF-004b', place, `“${name}” cannot be a prefix.`)
    if (!ncName.test(name)) prefix = undefined

    const colon = /^(\s*)(:*)/.exec(rest)!
    if (!colon[2] || colon[1]) {
      if (!rest.trim()) {
        say('OPF-005', place, `The prefix “${name}” has no address.`)
        break
      }
      say('OPF-004c', place, `A colon should follow the prefix “${name}” at once.`)
      prefix = undefined
    }
    rest = rest.slice(colon[0].length)
    const space = /^\s*/.exec(rest)![0]
    if (!rest.trim()) {
      say('OPF-005', place, `The prefix “${name}” has no address.`)
      break
    }
    if (!space) {
      say('OPF-004d', place, `A space should follow “${name}:”.`)
      prefix = undefined
    } else if (/[^ ]/.test(space)) say('OPF-004e', place, `Only spaces may stand between “${name}:” and its address.`)
    rest = rest.slice(space.length)

    const uri = /^\S*/.exec(rest)![0]
    if (/[<>"{}|\\^`]/.test(uri)) say('OPF-006', place, `“${uri}” is not a valid address.`)
    else if (prefix) mappings.set(prefix, uri)
    rest = rest.slice(uri.length).trimStart()
  }
  return mappings
}

/** The vocabularies of an attribute with the prefixes that the book declares. */
export function withPrefixes(
  { reserved, known }: Attribute,
  mappings: ReadonlyMap<string, string>,
  forbidden: ReadonlySet<string>,
  place: Place,
  say: Say | undefined,
): Vocabularies {
  const vocabularies: Record<string, Vocabulary> = Object.assign(Object.create(null), reserved)
  for (const [prefix, uri] of mappings) {
    if (prefix === '_') say?.('OPF-007a', place, 'The prefix “_” must not be declared.')
    else if (forbidden.has(uri)) say?.('OPF-007b', place, `The prefix “${prefix}” must not be bound to the default vocabulary.`)
    else if (uri === 'http://purl.org/dc/elements/1.1/')
      say?.('OPF-007c', place, 'The Dublin Core elements must not be bound to a prefix.')
    else {
      const own = ownValue(reserved, prefix)
      if (own && own.uri !== uri) say?.('OPF-007', place, `The reserved prefix “${prefix}” is bound to something else.`)
      vocabularies[prefix] = ownValue(known, uri) ?? { uri }
    }
  }
  return vocabularies
}
