import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Blobs, BlobTooLarge, NoBlob, openBlobs, resultKey, uploadKey } from './blobs.ts'

/** A real S3 server: `versitygw` on PATH or named by VERSITYGW. These tests say so and pass where there is none. */
const program = process.env.VERSITYGW ?? 'versitygw'
const isThere = spawnSync(program, ['--version']).status === 0
if (!isThere) console.log('No versitygw on PATH: the S3 blob store is not tested here')
const whereThere = (name: string, run: () => Promise<void>) => test(name, () => (isThere ? run() : undefined))

let folder: string
let server: ChildProcess
let blobs: Blobs

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  return typeof address === 'object' && address ? address.port : 0
}

beforeAll(async () => {
  if (!isThere) return
  folder = await mkdtemp(join(tmpdir(), 'bucket-test-'))
  await mkdir(join(folder, 'books'))
  const port = await freePort()
  const credentials = { access: 'tester', secret: 'tester-secret' }
  const flags = ['--port', `127.0.0.1:${port}`, '--access', credentials.access, '--secret', credentials.secret, '--quiet']
  server = spawn(program, [...flags, 'posix', folder], { stdio: 'ignore' })
  process.env.AWS_ACCESS_KEY_ID = credentials.access
  process.env.AWS_SECRET_ACCESS_KEY = credentials.secret
  blobs = openBlobs(`s3://books/kept?endpoint=${encodeURIComponent(`http://127.0.0.1:${port}`)}&region=us-east-1`)
  for (let tries = 0; ; tries++) {
    try {
      await blobs.exists(uploadKey('probe'))
      break
    } catch (error) {
      if (tries > 50) throw error
      await pause(100)
    }
  }
})
afterAll(async () => {
  server?.kill('SIGTERM')
  if (folder) await rm(folder, { recursive: true, force: true })
})

async function* chunks(...parts: (Buffer | Error)[]) {
  for (const part of parts) {
    if (part instanceof Error) throw part
    yield part
  }
}

whereThere('what was written is read back, whole and in parts', async () => {
  const key = uploadKey('a')
  const book = Buffer.from('0123456789'.repeat(200_000))
  const written = await blobs.write(key, chunks(book.subarray(0, 777), book.subarray(777)))
  expect(written).toEqual({ bytes: book.length, sha256: createHash('sha256').update(book).digest('hex') })
  expect(await blobs.size(key)).toBe(book.length)
  expect((await blobs.bytes(key)).equals(book)).toBe(true)
  const part = async (start?: number, end?: number) =>
    Buffer.concat(await (await blobs.read(key, { start, end })).toArray()).toString()
  expect(await part(2, 5)).toBe('234')
  expect(await part(book.length - 3)).toBe('789')
  expect(await part(4, 4)).toBe('')
})

whereThere('an empty blob is a blob', async () => {
  expect(await blobs.write(uploadKey('empty'), chunks())).toMatchObject({ bytes: 0 })
  expect(await blobs.size(uploadKey('empty'))).toBe(0)
})

whereThere('a write that breaks off leaves what was there, and nothing on this machine', async () => {
  const key = resultKey('b')
  await blobs.write(key, chunks(Buffer.from('first')))
  await expect(blobs.write(key, chunks(Buffer.from('sec'), new Error('killed')))).rejects.toThrow('killed')
  await expect(blobs.write(key, chunks(Buffer.alloc(100)), { maxBytes: 99 })).rejects.toThrow(BlobTooLarge)
  expect(String(await blobs.bytes(key))).toBe('first')
  expect(await readdir(join(folder, 'books', 'kept', 'jobs', 'b'))).toEqual(['result.epub'])
})

whereThere('what is not there says so, and removing it twice is no harm', async () => {
  const key = uploadKey('c')
  await expect(blobs.read(key)).rejects.toThrow(NoBlob)
  await expect(blobs.size(key)).rejects.toThrow(NoBlob)
  await blobs.write(key, chunks(Buffer.from('x')))
  await blobs.remove(key)
  await blobs.remove(key)
  expect(await blobs.exists(key)).toBe(false)
})

whereThere('jobs that have blobs are told, with all of each, and a job goes as a whole', async () => {
  for (const key of [uploadKey('g'), resultKey('g'), uploadKey('gh')]) await blobs.write(key, chunks(Buffer.from('x')))
  expect(await Array.fromAsync(blobs.jobs())).toEqual(expect.arrayContaining(['g', 'gh']))
  const stored = await blobs.ofJob('g')
  expect(stored.map(({ key }) => key).sort()).toEqual([resultKey('g'), uploadKey('g')])
  expect(Math.abs(Date.now() - stored[0]!.storedAt.getTime())).toBeLessThan(60_000)
  await blobs.removeJob('g')
  await blobs.removeJob('g')
  expect(await blobs.ofJob('g')).toEqual([])
  expect(await blobs.exists(uploadKey('gh'))).toBe(true)
})
