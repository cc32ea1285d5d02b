import { setTimeout as pause } from 'node:timers/promises'
import type { Blobs } from '../db/blobs.ts'

const blobFaults = ['slow', 'full', '500'] as const
type BlobFault = (typeof blobFaults)[number]

export interface Faults {
  readonly blobWrite: BlobFault | undefined
  /** Added to the clock, in ms. */
  readonly clock: number
}

const units = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/**
 * The gateway's part of `BOOKMENDER_FAULTS`, the door for tests: `blob.write=slow|full|500`, `clock=+25h`, parted by `;`.
 * Other rooms read their own parts. Throws with a sentence on what it does not know of its own.
 */
export function readFaults(text: string): Faults {
  let blobWrite: BlobFault | undefined
  let clock = 0
  for (const part of text.split(';').map((one) => one.trim())) {
    const [name, value = ''] = part.split('=', 2)
    if (name === 'blob.write') {
      blobWrite = blobFaults.find((fault) => fault === value)
      if (!blobWrite)
        throw new Error(`BOOKMENDER_FAULTS: '${part}' is none of blob.write=${blobFaults.join('|')}; set one of these.`)
    }
    if (name === 'clock') {
      const [, sign, count, unit] = /^([+-])(\d+)([smhd])$/.exec(value) ?? []
      if (!count) throw new Error(`BOOKMENDER_FAULTS: '${part}' is no time like clock=+25h; set it like that.`)
      clock = Number(`${sign}${count}`) * units[unit as keyof typeof units]
    }
  }
  return { blobWrite, clock }
}

export const shiftedClock =
  ({ clock }: Pick<Faults, 'clock'>) =>
  () =>
    new Date(Date.now() + clock)

/** The store as it is, or one that writes as badly as asked for. */
export const withBlobFault = (blobs: Blobs, fault: BlobFault | undefined): Blobs =>
  fault ? { ...blobs, write: (key, source, options) => blobs.write(key, failing(source, fault), options) } : blobs

async function* failing(source: AsyncIterable<Uint8Array>, fault: BlobFault) {
  for await (const chunk of source) {
    if (fault === 'full') throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
    if (fault === '500') throw Object.assign(new Error('InternalError'), { $metadata: { httpStatusCode: 500 } })
    await pause(200)
    yield chunk
  }
}
