import { baseName, decodePath, directoryOf, extensionOf, isRemote, normalise, parseHref, resolve } from '../href.ts'
import { type Publication, remembered } from '../publication.ts'

const folded = (path: string) => path.normalize('NFC').toLowerCase()

/** Files that belong to the book itself, by several looser spellings of their path. */
const indexOf = remembered((publication: Publication) => {
  const paths = [...publication.resources.keys()].filter((path) => !/^(META-INF|__MACOSX)\//i.test(path))
  const by = (key: (path: string) => string) => Map.groupBy(paths, key)
  const tails = new Map<string, string[]>()
  for (const path of paths)
    for (const tail of tailsOf(folded(path).split('/'))) {
      const list = tails.get(tail)
      if (list) list.push(path)
      else tails.set(tail, [path])
    }
  return { tails, folded: by(folded), names: by((path) => folded(baseName(path))), stems: by((path) => stemOf(path)) }
})

/** Folders deeper than these are nobody's mistake. */
const deepest = 32
/** The ends of a path, the longest first, down to one folder and a name. */
const tailsOf = (parts: readonly string[]): string[] =>
  parts.slice(-deepest, -1).map((_, i, folders) => parts.slice(parts.length - 1 - folders.length + i).join('/'))

const stemOf = (path: string) => folded(baseName(path)).replace(/\.[^.]*$/, '')

const markup = new Set(['xhtml', 'html', 'htm', 'xht', 'xml'])
const kin = (a: string, b: string) => a === b || (markup.has(a) && markup.has(b))

const only = (paths: readonly string[] | undefined) => (paths?.length === 1 ? paths[0] : undefined)

/** Tidies what a reference may suffer: back-slashes, a drive or `file:` address, spaces, doubled percent signs. */
export function tidyHref(href: string): string {
  let path = href.trim().replaceAll('\\', '/').replaceAll('&amp;', '&')
  path = path.replace(/^file:\/*/i, '/').replace(/^\/*[a-z][:|]\//i, '/')
  for (let round = 0; round < 2 && /%25[0-9a-f]{2}/i.test(path); round++) path = path.replace(/%25(?=[0-9a-f]{2})/gi, '%')
  return path
}

/**
 * The file a reference must mean, where exactly one can be meant: by other case, decoding, folder or base name.
 * Undefined when the reference is remote, or none or several files would do. The answer is a container path.
 */
export function findFile(publication: Publication, from: string, href: string): string | undefined {
  const answers = answersOf(publication)
  const key = `${directoryOf(from)}\n${href.startsWith('#') || href.startsWith('?') || href === '' ? from : ''}\n${href.replace(/#.*$/s, '')}`
  let answer = answers.get(key)
  if (!answer) answers.set(key, (answer = { path: searched(publication, from, href) }))
  return answer.path
}

const answersOf = remembered((_publication: Publication) => new Map<string, { path: string | undefined }>())

function searched(publication: Publication, from: string, href: string): string | undefined {
  const direct = resolve(from, href)
  if (direct && publication.resources.has(direct)) return direct
  const tidy = tidyHref(href)
  if (isRemote(tidy) || parseHref(tidy).path === '') return undefined
  const raw = parseHref(tidy).path
  const index = indexOf(publication)

  const candidates = new Set<string>()
  for (const path of [raw, decodePath(raw), decodePath(decodePath(raw)), decodePath(raw).replaceAll('+', ' ')]) {
    for (const base of [directoryOf(from), '']) {
      const whole = normalise(path.startsWith('/') ? path : base + path)
      if (whole) candidates.add(whole)
    }
    candidates.add(
      path
        .split('/')
        .filter((part) => part && part !== '.' && part !== '..')
        .join('/'),
    )
  }
  for (const path of candidates) if (publication.resources.has(path) && !/^META-INF\//.test(path)) return path
  for (const path of candidates) {
    const match = only(index.folded.get(folded(path)))
    if (match) return match
  }
  // The longest tail of folders that fits, then the name alone, then the name with another extension of the same kind.
  const path = decodePath(decodePath(raw))
  const parts = path.split('/').filter((part) => part && part !== '.' && part !== '..')
  for (const tail of tailsOf(parts.slice(1).map(folded))) {
    const match = only(index.tails.get(tail))
    if (match) return match
  }
  const name = only(index.names.get(folded(baseName(path))))
  if (name) return name
  const extension = extensionOf(path)
  return only((index.stems.get(stemOf(path)) ?? []).filter((one) => markup.has(extension) && kin(extension, extensionOf(one))))
}

/** Numbers inside names count as numbers: chapter 9 stands before chapter 10. */
export const naturally = (a: string, b: string): number => {
  const left = a.match(/\d+|\D+/g) ?? []
  const right = b.match(/\d+|\D+/g) ?? []
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const [x, y] = [left[i]!, right[i]!]
    if (x === y) continue
    const difference = /^\d/.test(x) && /^\d/.test(y) ? Number(x) - Number(y) : 0
    if (difference !== 0) return difference
    return x < y ? -1 : 1
  }
  return left.length - right.length
}
