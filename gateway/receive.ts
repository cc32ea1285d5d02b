import type { IncomingMessage } from 'node:http'
import { type Readable, Transform } from 'node:stream'
import busboy from 'busboy'
import { type Pace, watchPace } from './pace.ts'
import { refuse } from './refuse.ts'

export interface Received<Stored> {
  readonly fields: ReadonlyMap<string, string>
  readonly stored: Stored
}

interface Options<Stored> {
  /** The whole request, in bytes. */
  readonly maxBytes: number
  readonly pace: Pace
  /**
   * Called once, with the first file's name as it was sent and the fields before it. May refuse; what it does not read
   * of the stream is not read from the sender either. When the upload breaks off, the stream fails.
   */
  readonly onFile: (
    name: string | undefined,
    stream: Readable,
    fields: ReadonlyMap<string, string>,
    index: number,
  ) => Promise<Stored>
  readonly onBytes?: (bytes: number) => void
}

/** One multipart request with one file; what comes after the first is not stored. */
export async function receiveForm<Stored>(request: IncomingMessage, options: Options<Stored>): Promise<Received<Stored>> {
  const { fields, stored } = await receiveFiles(request, { ...options, most: 1 })
  return { fields, stored: stored[0]! }
}

/**
 * One multipart request, streamed: nothing of a file is kept in memory. `onFile` is called once for each of the first
 * `most` files, in their order. Rejects with the refusal; the request stays unread then.
 */
export function receiveFiles<Stored>(
  request: IncomingMessage,
  { maxBytes, pace, onFile, onBytes, most }: Options<Stored> & { readonly most: number },
) {
  return new Promise<Received<Stored[]>>((resolve, reject) => {
    const fields = new Map<string, string>()
    const storing: Promise<Stored>[] = []
    const files: Readable[] = []
    let ended = false
    let bytes = 0

    const form = openForm(request, most)
    const meter = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        bytes += chunk.length
        if (bytes > maxBytes) return fail(refuse('too-large'))
        watch.arrived(chunk.length, performance.now())
        onBytes?.(chunk.length)
        done(null, chunk)
      },
    })
    const watch = watchPace(pace, performance.now())
    const timer = setInterval(
      () => {
        const at = performance.now()
        if (meter.writableNeedDrain) watch.excuse(at)
        else if (watch.isTooSlow(at)) fail(refuse('too-slow'))
      },
      Math.min(1000, pace.window / 5),
    )

    const finish = () => {
      ended = true
      clearInterval(timer)
      request.off('aborted', broken).off('error', broken).off('close', broken)
    }
    const fail = (error: Error) => {
      if (ended) return
      finish()
      request.unpipe(meter)
      for (const file of files) file.destroy(error)
      form.destroy()
      meter.destroy()
      // what was begun is cleared away first, so that a refused upload leaves nothing behind
      void Promise.allSettled(storing).then(() => reject(error))
    }
    const broken = () => {
      if (!request.complete)
        fail(refuse('bad-request', { sentence: 'The upload was broken off. Nothing was stored; please try again.' }))
    }

    form.on('field', (name, value) => fields.set(name, value))
    form.on('file', (_field, stream, { filename }) => {
      stream.on('error', () => {})
      if (storing.length >= most || ended) return void stream.resume()
      files.push(stream)
      const stored = onFile(filename, stream, fields, storing.length)
      storing.push(stored)
      stored.catch(fail)
    })
    form.on('error', (cause) => fail(refuse('bad-request', { cause: cause as Error })))
    form.on('close', () => {
      if (ended) return
      if (storing.length === 0) return fail(refuse('no-file'))
      Promise.all(storing).then((stored) => {
        if (ended) return
        finish()
        resolve({ fields, stored })
      }, fail)
    })
    meter.on('error', () => {})
    request.on('aborted', broken).on('error', broken).on('close', broken)
    request.pipe(meter).pipe(form)
  })
}

function openForm(request: IncomingMessage, most: number) {
  try {
    return busboy({
      headers: request.headers,
      defParamCharset: 'utf8',
      limits: { files: most + 1, fields: 10, fieldSize: 1000, fieldNameSize: 100, parts: most + 11, headerPairs: 50 },
    })
  } catch (cause) {
    throw refuse('bad-request', { sentence: 'Send the file as multipart/form-data.', cause })
  }
}
