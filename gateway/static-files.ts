import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { extname, join, relative, resolve, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'
import { originToken } from '../contract/pages.ts'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.epub': 'application/epub+zip',
}

const squeezable = /^(text\/|application\/(json|manifest|xml|wasm)|image\/svg)/

export interface StaticFile {
  readonly type: string
  /** Strong: a hash of the bytes. */
  readonly etag: string
  readonly bytes: Buffer
  /** The name holds a hash of the contents, so the file never changes. */
  readonly immutable: boolean
  /** Packed once, at the first request that takes it. */
  packed(encoding: 'br' | 'gzip'): Promise<Buffer> | undefined
}

export interface StaticFiles {
  /** `path` as in the URL, without a trailing slash and in any case. */
  find(path: string): Promise<StaticFile | undefined>
}

const pack = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, { params: { [zlib.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, { level: 6 }),
}

function describe(name: string, bytes: Buffer): StaticFile {
  const type = types[extname(name).toLowerCase()] ?? 'application/octet-stream'
  const packed = new Map<string, Promise<Buffer>>()
  return {
    type,
    etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
    bytes,
    immutable: /^assets\//.test(name) && /[-.][\w-]{8,}\.\w+$/.test(name),
    packed(encoding) {
      if (!squeezable.test(type) || bytes.length < 1024) return undefined
      const known = packed.get(encoding) ?? pack[encoding](bytes)
      packed.set(encoding, known)
      return known
    },
  }
}

const recheck = 1000

/**
 * The files of one folder by their names, listed when the folder's `index.html` is new: a request is looked up in the list
 * and never becomes a path of the disk. Contents stay in memory; a web build is a few MB. With `origin`, pages, sitemap and
 * robots name the service by it.
 */
export function openStaticFiles(folder: string, origin?: string): StaticFiles {
  const root = resolve(folder)
  let files = new Map<string, { name: string; file?: Promise<StaticFile> }>()
  let listedAt = 0
  let build: number | undefined
  let listing: Promise<void> | undefined

  const list = async () => {
    const current = await stat(join(root, 'index.html')).then(
      ({ mtimeMs }) => mtimeMs,
      () => undefined,
    )
    listedAt = Date.now()
    if (current === build && current !== undefined) return
    build = current
    const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => [])
    const names = entries
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    files = new Map(names.map((name) => [`/${name}`.toLowerCase(), { name }]))
  }

  const named = (name: string, bytes: Buffer) =>
    origin && /\.(html|xml|txt)$/.test(name) ? Buffer.from(bytes.toString().replaceAll(originToken, origin)) : bytes

  return {
    async find(path) {
      if (Date.now() - listedAt > recheck) await (listing ??= list().finally(() => (listing = undefined)))
      const wanted = path.toLowerCase()
      const found = [wanted, `${wanted}/index.html`, `${wanted}.html`].map((key) => files.get(key)).find(Boolean)
      if (!found) return undefined
      found.file ??= readFile(join(root, found.name)).then((bytes) => describe(found.name, named(found.name, bytes)))
      return found.file.catch(() => {
        found.file = undefined
        return undefined
      })
    },
  }
}
