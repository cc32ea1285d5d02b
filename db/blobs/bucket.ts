import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3'
import { NoBlob, type Store, type Stored } from '../blobs.ts'
import { draftsIn } from './drafts.ts'

const isMissing = (error: unknown) => error instanceof Error && (error.name === 'NoSuchKey' || error.name === 'NotFound')

/** Blobs as objects. A put with a known length is stored whole or not at all, so the bytes are gathered on this machine first. */
export function openBucket({ hostname: bucket, pathname, searchParams }: URL): Store {
  const endpoint = searchParams.get('endpoint') ?? undefined
  const client = new S3Client({
    region: searchParams.get('region') ?? process.env.AWS_REGION ?? 'us-east-1',
    ...(endpoint && { endpoint, forcePathStyle: true }),
    // servers other than Amazon's refuse its newer checksums
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const prefix = pathname.replace(/^\/+|\/+$/g, '')
  const at = (key: string) => ({ Bucket: bucket, Key: prefix ? `${prefix}/${key}` : key })

  const below = (folder: string) => ({ Bucket: bucket, Prefix: `${at(folder).Key}/` })

  const list = async (folder: string) => {
    const stored: Stored[] = []
    for await (const { Contents = [] } of paginateListObjectsV2({ client }, below(folder)))
      for (const { Key, LastModified } of Contents)
        if (Key) stored.push({ key: prefix ? Key.slice(prefix.length + 1) : Key, storedAt: LastModified ?? new Date() })
    return stored
  }

  const remove = async (key: string) => {
    await client.send(new DeleteObjectCommand(at(key)))
  }

  return {
    ...draftsIn(join(tmpdir(), 'bookmender-drafts')),

    async put(key, draft, bytes) {
      await client.send(
        new PutObjectCommand({
          ...at(key),
          Body: createReadStream(draft),
          ContentLength: bytes,
          ContentType: 'application/octet-stream',
        }),
      )
      await rm(draft, { force: true })
    },

    async read(key, { start = 0, end }) {
      const part = start > 0 || end !== undefined ? `bytes=${start}-${end === undefined ? '' : end - 1}` : undefined
      try {
        const { Body } = await client.send(new GetObjectCommand({ ...at(key), Range: part }))
        if (!(Body instanceof Readable)) throw new TypeError(`The store gave no stream for ${key}`)
        return Body
      } catch (error) {
        throw isMissing(error) ? new NoBlob(key) : error
      }
    },

    async size(key) {
      try {
        return (await client.send(new HeadObjectCommand(at(key)))).ContentLength
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },

    remove,
    list,

    async *names(folder) {
      const { Prefix } = below(folder)
      for await (const { CommonPrefixes = [] } of paginateListObjectsV2({ client }, { ...below(folder), Delimiter: '/' }))
        for (const one of CommonPrefixes) if (one.Prefix) yield one.Prefix.slice(Prefix.length, -1)
    },

    async removeAll(folder) {
      for (const { key } of await list(folder)) await remove(key)
    },
  }
}
