import { decodePath, encodePath } from '../href.ts'

/** An address in a publication, resolved as EPUBCheck does: against a root of its own that nothing else has. */
export type Url =
  | { readonly is: 'local'; readonly path: string; readonly fragment: string | undefined; readonly key: string }
  | { readonly is: 'remote'; readonly scheme: string; readonly fragment: string | undefined; readonly key: string }
  | { readonly is: 'data'; readonly type: string; readonly fragment: string | undefined; readonly key: string }

const root = 'https://root.book.invalid'

const localUrl = (path: string, fragment: string | undefined): Url => ({ is: 'local', path, fragment, key: path })

/** Container path as it is compared: percent-decoded, normalised. */
export const canonicalPath = (path: string) => path.normalize('NFC')

function toUrl(url: URL): Url {
  const fragment = url.hash || url.href.endsWith('#') ? url.hash.slice(1) : undefined
  const key = url.href.replace(/#.*$/s, '')
  if (url.protocol === 'data:') return { is: 'data', type: /^data:([^,;]*)/.exec(url.href)?.[1] ?? '', fragment, key }
  if (url.origin === root) return localUrl(canonicalPath(decodePath(url.pathname.slice(1))), fragment)
  return { is: 'remote', scheme: url.protocol.slice(0, -1), fragment, key }
}

const urlOrNothing = (text: string, base: string | URL) => URL.parse(text, base) ?? undefined

const simpleFragment = /^#[A-Za-z0-9_.-]+$/

/** The folder of a document whose path no address parser would change, with its slash. */
const plainFolder = /^((?:[A-Za-z0-9_-][A-Za-z0-9_.-]*\/)*)[A-Za-z0-9_-][A-Za-z0-9_.-]*$/

/** Ways up, a path without any, and a fragment, all in characters that stand for themselves. */
const plainReference = /^((?:\.\.\/)*)((?:[A-Za-z0-9_-][A-Za-z0-9_.-]*\/)*[A-Za-z0-9_-][A-Za-z0-9_.-]*)(?:#([A-Za-z0-9_.-]+))?$/

/** The folder that `../` as often as written leads to; undefined where that is out of the container. */
function climbed(folder: string, ways: string): string | undefined {
  let at = folder
  for (let left = ways.length; left > 0; left -= 3) {
    if (at === '') return undefined
    at = at.slice(0, at.lastIndexOf('/', at.length - 2) + 1)
  }
  return at
}

/** What is wrong with an address as written: message id and reason. */
export type UrlFault = (id: 'RSC-020' | 'RSC-026' | 'RSC-030' | 'RSC-033', text: string) => void

/**
 * Resolves the addresses of one document. Like EPUBCheck it looks for queries and for ways out of the container only
 * until the document's first remote address.
 */
export function createResolver(path: string) {
  const folder = plainFolder.exec(path)?.[1]
  let base: URL | undefined
  const baseUrl = () => (base ??= new URL(`${root}/${encodePath(path)}`))
  // A reference stays inside when it stays below two different made-up folders.
  let inside: URL[] | undefined
  const insides = () => (inside ??= probeFolders.map((folder) => new URL(encodePath(path), folder)))
  let sawRemote = false
  /** The document itself, as long as nothing says that addresses start elsewhere. */
  let own: Url | undefined = folder === undefined ? toUrl(baseUrl()) : localUrl(path, undefined)

  function read(written: string, isBase: boolean, fault: UrlFault): URL | undefined {
    if (written.startsWith('file:')) fault('RSC-030', `The address “${written}” points to a file on someone's own computer.`)
    const text = written.startsWith('data:') ? written.replace(/\s/g, '') : written
    const url = urlOrNothing(text, baseUrl())
    const reason = url ? strictFault(text) : 'it cannot be read'
    if (reason) fault('RSC-020', `“${written}” is not a valid address: ${reason}.`)
    if (!url) return undefined

    const probes = insides().map((probe) => urlOrNothing(text, probe) ?? probe)
    if (isBase) inside = probes
    if (sawRemote) return url
    if (!probes.every(({ origin }, i) => origin === probeOrigins[i])) {
      sawRemote = true
      return url
    }
    if (url.search || /\?/.test(text.replace(/#.*$/s, ''))) {
      fault('RSC-033', `The relative address “${written}” has a query (“?…”), which means nothing inside a book.`)
      url.search = ''
    }
    if (!isBase && !probes.every(({ href }, i) => href.startsWith(`${probeOrigins[i]}/${'AB'[i]}/`)))
      fault('RSC-026', `The address “${written}” leads out of the book's container.`)
    return url
  }

  return {
    resolve(written: string, fault: UrlFault): Url | undefined {
      // Nearly all links are plain: nothing can be wrong with them, so they take the short way.
      if (own?.is === 'local') {
        if (simpleFragment.test(written)) return localUrl(own.path, written.slice(1))
        const plain = folder === undefined ? null : plainReference.exec(written)
        const above = plain && climbed(folder!, plain[1]!)
        if (above !== null && above !== undefined) return localUrl(above + plain![2]!, plain![3])
      }
      const url = read(written, false, fault)
      return url && toUrl(url)
    },
    setBase(written: string, fault: UrlFault) {
      own = undefined
      base = read(written, true, fault) ?? baseUrl()
    },
  }
}

const probeOrigins = ['https://a.book.invalid', 'https://b.book.invalid']
const probeFolders = ['https://a.book.invalid/A/', 'https://b.book.invalid/B/']

/** Code points that may stand in a URL (URL Standard, "URL code points"), with `%`. */
const legal = /^[A-Za-z0-9!$&'()*+,\-./:;=?@_~%\u00a0-\ud7ff\uf900-\ufdcf\ufdf0-\uffef\u{10000}-\u{10fffd}]*$/u
const illegal = /[^A-Za-z0-9!$&'()*+,\-./:;=?@_~%\u00a0-\ud7ff\uf900-\ufdcf\ufdf0-\uffef\u{10000}-\u{10fffd}]/u
const webSchemes = /^(?:https?|ftp|wss?|file)$/i

function strictFault(written: string): string | undefined {
  if (/^[\u0000-\u0020]|[\u0000-\u0020]$/.test(written)) return 'white space stands round it'
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(written)?.[1]
  const rest = scheme ? written.slice(scheme.length + 1) : written
  if (scheme && webSchemes.test(scheme) && !/^\/\/[^/\\]/.test(rest) && !/^file$/i.test(scheme))
    return 'two slashes and a host should follow the scheme'
  if (/%(?![0-9a-fA-F]{2})/.test(rest)) return 'a “%” is not followed by two hexadecimal digits'
  const [before, ...fragment] = rest.split('#')
  const text = fragment.length > 0 ? before + fragment.join('#') : rest
  if (legal.test(text)) return undefined
  const found = illegal.exec(text)?.[0] ?? ''
  return found === ' ' ? 'it contains a space' : `the character “${found}” is not allowed`
}
