import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BadBlobKey, type Blobs, BlobTooLarge, checkKey, NoBlob, openBlobs, reportKey, resultKey, uploadKey } from './blobs.ts'

let folder: string
let blobs: Blobs
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'blobs-test-'))
  blobs = openBlobs(join(folder, 'store'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function* chunks(...texts: (string | Error)[]) {
  for (const text of texts) {
    if (text instanceof Error) throw text
    yield Buffer.from(text)
  }
}
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const drafts = () => readdir(join(folder, 'store', '.drafts'))

test('what was written is read back, whole and in parts', async () => {
  const key = uploadKey('a')
  expect(await blobs.write(key, chunks('0123', '456789'))).toEqual({ bytes: 10, sha256: sha256('0123456789') })
  expect(await blobs.size(key)).toBe(10)
  expect(String(await blobs.bytes(key))).toBe('0123456789')
  const part = async (start?: number, end?: number) =>
    Buffer.concat(await (await blobs.read(key, { start, end })).toArray()).toString()
  expect(await part(2, 5)).toBe('234')
  expect(await part(7)).toBe('789')
  expect(await part(undefined, 1)).toBe('0')
  expect(await part(4, 4)).toBe('')
  expect(await part(8, 100)).toBe('89')
})

test('files of this machine go in and come out', async () => {
  const path = join(folder, 'in')
  await writeFile(path, 'a book')
  expect(await blobs.writeFile(resultKey('b'), path)).toEqual({ bytes: 6, sha256: sha256('a book') })
  expect(await blobs.saveTo(resultKey('b'), join(folder, 'out'))).toBe(6)
  expect(await readFile(join(folder, 'out'), 'utf8')).toBe('a book')
})

describe('a write that breaks off', () => {
  test('leaves nothing behind', async () => {
    await expect(blobs.write(uploadKey('c'), chunks('half', new Error('cable pulled')))).rejects.toThrow('cable pulled')
    expect(await blobs.exists(uploadKey('c'))).toBe(false)
    expect(await drafts()).toEqual([])
  })

  test('leaves what was there before', async () => {
    await blobs.write(reportKey('d'), chunks('first'))
    await expect(blobs.write(reportKey('d'), chunks('sec', new Error('killed')))).rejects.toThrow('killed')
    expect(String(await blobs.bytes(reportKey('d')))).toBe('first')
  })

  test('stops at the limit, not after it', async () => {
    let asked = 0
    async function* endless() {
      for (; asked < 10_000; asked++) yield Buffer.alloc(1000)
    }
    const write = blobs.write(uploadKey('e'), endless(), { maxBytes: 20_000 })
    await expect(write).rejects.toThrow(BlobTooLarge)
    await expect(write).rejects.toThrow('Blob jobs/e/upload.epub is larger than 20000 bytes')
    expect(asked).toBeLessThan(1000)
    expect(await blobs.exists(uploadKey('e'))).toBe(false)
    expect(await drafts()).toEqual([])
    expect(await blobs.write(uploadKey('e'), chunks('exact'), { maxBytes: 5 })).toMatchObject({ bytes: 5 })
  })

  test('because its process died is swept away the same day', async () => {
    const path = join(folder, 'store', '.drafts', 'left')
    await writeFile(path, 'half')
    expect(await blobs.sweep()).toBe(0)
    const thisMorning = Date.now() / 1000 - 45_000
    await utimes(path, thisMorning, thisMorning)
    expect(await blobs.sweep()).toBe(1)
    expect(await drafts()).toEqual([])
  })
})

test('what is not there says so; removing it twice is no harm, and its folder goes with the last file', async () => {
  await expect(blobs.read(uploadKey('none'))).rejects.toThrow(NoBlob)
  await expect(blobs.read(uploadKey('none'), { start: 3, end: 3 })).rejects.toThrow(NoBlob)
  await expect(blobs.size(uploadKey('none'))).rejects.toThrow('There is no blob jobs/none/upload.epub')
  await blobs.write(uploadKey('f'), chunks('1'))
  await blobs.write(resultKey('f'), chunks('2'))
  await blobs.remove(uploadKey('f'))
  await blobs.remove(uploadKey('f'))
  expect(await blobs.exists(resultKey('f'))).toBe(true)
  await blobs.remove(resultKey('f'))
  expect(await readdir(join(folder, 'store', 'jobs'))).not.toContain('f')
})

test('jobs that have blobs are told, with all of each, and a job goes as a whole', async () => {
  const own = openBlobs(join(folder, 'listed'))
  const jobsOf = (store: Blobs) => Array.fromAsync(store.jobs())
  expect(await jobsOf(own)).toEqual([])
  expect(await own.ofJob('g')).toEqual([])
  await own.write(uploadKey('g'), chunks('1'))
  await own.write(reportKey('g'), chunks('2'))
  await own.write(uploadKey('h'), chunks('3'))
  expect((await jobsOf(own)).sort()).toEqual(['g', 'h'])
  const stored = await own.ofJob('g')
  expect(stored.map(({ key }) => key).sort()).toEqual([reportKey('g'), uploadKey('g')])
  expect(Math.abs(Date.now() - stored[0]!.storedAt.getTime())).toBeLessThan(60_000)
  await own.removeJob('g')
  await own.removeJob('g')
  expect(await jobsOf(own)).toEqual(['h'])
  expect(() => own.removeJob('../h')).toThrow(BadBlobKey)
})

test('writers and removers of one job do not trip over each other', async () => {
  const work = Array.from({ length: 40 }, (_, index) =>
    index % 2 ? blobs.write(reportKey('busy'), chunks(`${index}`)) : blobs.remove(reportKey('busy')),
  )
  await Promise.all(work)
  await blobs.write(reportKey('busy'), chunks('last'))
  expect(String(await blobs.bytes(reportKey('busy')))).toBe('last')
})

const unsafe = [
  '',
  'a',
  '/etc/passwd',
  '../x/y',
  'jobs/../../x',
  'jobs//x',
  'jobs/x/',
  'jobs\\x/y',
  'jobs/.drafts',
  'jobs/a\0b',
  'jobs/x.',
  'c:/x',
  'jobs/ä',
]
test.each(unsafe)('no key that could lead elsewhere: %j', async (key) => {
  expect(() => checkKey(key)).toThrow(BadBlobKey)
  await expect(blobs.write(key, chunks('x'))).rejects.toThrow(BadBlobKey)
  await expect(blobs.read(key)).rejects.toThrow(BadBlobKey)
})
