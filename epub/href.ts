/** A container path is absolute inside the container, without a leading slash (EPUB 3.3 section 4.2.2). */
export interface Href {
  /** `http:`, `mailto:` and so on, lower case without the colon; undefined for a relative reference. */
  readonly scheme: string | undefined
  /** Path part as written, still percent-encoded; empty for a reference to the same document. */
  readonly path: string
  readonly query: string | undefined
  /** As written, without `#`; undefined without one. */
  readonly fragment: string | undefined
}

const shape = /^(?:([A-Za-z][A-Za-z0-9+.-]*):)?([^?#]*)(?:\?([^#]*))?(?:#([\s\S]*))?$/

export function parseHref(href: string): Href {
  const [, scheme, path = '', query, fragment] = shape.exec(href.trim()) ?? [undefined, undefined, href]
  return { scheme: scheme?.toLowerCase(), path, query, fragment }
}

export const isRemote = (href: string) => {
  const { scheme, path } = parseHref(href)
  return scheme !== undefined || path.startsWith('//')
}

/** Percent-decodes; text that is no valid encoding is returned as it is. */
export function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Encodes what may not stand in a URL path, leaving what is legal there as it is. */
export const encodePath = (path: string) =>
  path
    .split('/')
    .map((part) => encodeURIComponent(part).replace(/%(?:21|27|28|29|2A|40|3A|24|26|2B|2C|3B|3D)/g, decodeURIComponent))
    .join('/')

export const directoryOf = (path: string) => path.slice(0, path.lastIndexOf('/') + 1)
export const baseName = (path: string) => path.slice(path.lastIndexOf('/') + 1)
export const extensionOf = (path: string) => /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? ''

/** Folds `.` and `..`; undefined when the path leaves the container. */
export function normalise(path: string): string | undefined {
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined) return undefined
  }
  return parts.join('/')
}

/** Container path that `href`, written in the document at `from`, leads to; undefined when remote or outside the container. */
export function resolve(from: string, href: string): string | undefined {
  const { path } = parseHref(href)
  if (isRemote(href)) return undefined
  if (path === '') return from
  if (path.startsWith('/')) return normalise(decodePath(path))
  return normalise(directoryOf(from) + decodePath(path))
}

/** Shortest relative reference from the document at `from` to `to`, percent-encoded. */
export function relative(from: string, to: string): string {
  const base = directoryOf(from).split('/').slice(0, -1)
  const target = to.split('/')
  let shared = 0
  while (shared < base.length && shared < target.length - 1 && base[shared] === target[shared]) shared++
  return encodePath([...base.slice(shared).map(() => '..'), ...target.slice(shared)].join('/'))
}
