import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** `full`: nothing more can be written. `slow`: each answer takes its time. `away`: it answers 503 to everything. */
export type StoreTrouble = 'full' | 'slow' | 'away'

const slowness = 400
const escaped = (text: string) => text.replace(/[<>&]/g, (char) => `&#${char.charCodeAt(0)};`)

/** Half open; undefined for the whole of it. */
function rangeIn(header: string | undefined, size: number): [start: number, end: number] | undefined {
  const [, start, end] = /^bytes=(\d+)-(\d*)$/.exec(header ?? '') ?? []
  return start === undefined ? undefined : [Number(start), end ? Math.min(Number(end) + 1, size) : size]
}

/**
 * As much of S3 as the blob store asks for, in memory, path style, for many processes at once, and in trouble whenever a test
 * wants it to be. Signatures are not looked at. A real server is tried in `db/bucket.test.ts`, where there is one.
 */
export async function startS3() {
  const objects = new Map<string, { readonly bytes: Buffer; readonly at: Date }>()
  let trouble: StoreTrouble | undefined
  let writes = 0

  const fail = (response: ServerResponse, status: number, code: string) =>
    response
      .writeHead(status, { 'Content-Type': 'application/xml' })
      .end(`<Error><Code>${code}</Code><Message>${code}</Message></Error>`)

  function list(response: ServerResponse, bucket: string, query: URLSearchParams) {
    const prefix = query.get('prefix') ?? ''
    const delimiter = query.get('delimiter')
    const keys = [...objects.keys()]
      .filter((key) => key.startsWith(`${bucket}/${prefix}`))
      .map((key) => key.slice(bucket.length + 1))
      .sort()
    const folders = new Set<string>()
    const contents: string[] = []
    for (const key of keys) {
      const at = delimiter ? key.indexOf(delimiter, prefix.length) : -1
      if (at >= 0) folders.add(key.slice(0, at + 1))
      else {
        const { bytes, at: stored } = objects.get(`${bucket}/${key}`)!
        contents.push(
          `<Contents><Key>${escaped(key)}</Key><LastModified>${stored.toISOString()}</LastModified><Size>${bytes.length}</Size></Contents>`,
        )
      }
    }
    const prefixes = [...folders].map((one) => `<CommonPrefixes><Prefix>${escaped(one)}</Prefix></CommonPrefixes>`)
    response
      .writeHead(200, { 'Content-Type': 'application/xml' })
      .end(
        `<?xml version="1.0"?><ListBucketResult><IsTruncated>false</IsTruncated>${contents.join('')}${prefixes.join('')}</ListBucketResult>`,
      )
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://store')
    const path = decodeURIComponent(pathname.slice(1))
    const sent = Buffer.concat(await request.toArray())
    if (trouble === 'slow') await pause(slowness)
    if (trouble === 'away') return fail(response, 503, 'ServiceUnavailable')
    if (searchParams.get('list-type') === '2') return list(response, path.replace(/\/$/, ''), searchParams)
    if (request.method === 'PUT') {
      if (trouble === 'full') return fail(response, 507, 'InsufficientStorage')
      objects.set(path, { bytes: sent, at: new Date() })
      writes += 1
      return response.writeHead(200, { ETag: '"stored"' }).end()
    }
    if (request.method === 'DELETE') {
      objects.delete(path)
      return response.writeHead(204).end()
    }
    const found = objects.get(path)
    if (!found) return request.method === 'HEAD' ? response.writeHead(404).end() : fail(response, 404, 'NoSuchKey')
    const range = rangeIn(request.headers.range, found.bytes.length)
    const bytes = range ? found.bytes.subarray(...range) : found.bytes
    response.writeHead(range ? 206 : 200, {
      'Content-Length': bytes.length,
      'Last-Modified': found.at.toUTCString(),
      ...(range && { 'Content-Range': `bytes ${range[0]}-${range[1] - 1}/${found.bytes.length}` }),
    })
    return response.end(request.method === 'HEAD' ? undefined : bytes)
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    /** As `BLOB_STORE`. */
    address: `s3://books/kept?endpoint=${encodeURIComponent(endpoint)}&region=us-east-1`,
    env: { AWS_ACCESS_KEY_ID: 'tester', AWS_SECRET_ACCESS_KEY: 'tester-secret' },
    objects,
    get writes() {
      return writes
    },
    get: (key: string) => objects.get(`books/kept/${key}`)?.bytes,
    suffer: (next: StoreTrouble | undefined) => {
      trouble = next
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
