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
  readonly onFile: (name: string | undefined, stream: Readable, fields: ReadonlyMap<string, string>) => Promise<Stored>
  readonly onBytes?: (bytes: number) => void
}

/** One multipart request, streamed: nothing of the file is kept in memory. Rejects with the refusal; the request stays unread then. */
export function receiveForm<Stored>(request: IncomingMessage, { maxBytes, pace, onFile, onBytes }: Options<Stored>) {
  return new Promise<Received<Stored>>((resolve, reject) => {
    const fields = new Map<string, string>()
    let storing: Promise<Stored> | undefined
    let file: Readable | undefined
    let ended = false
    let bytes = 0

    const form = openForm(request)
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
      file?.destroy(error)
      form.destroy()
      meter.destroy()
      // what was begun is cleared away first, so that a refused upload leaves nothing behind
      void Promise.allSettled([storing]).then(() => reject(error))
    }
    const broken = () => {
      if (!request.complete)
        fail(refuse('bad-request', { sentence: 'The upload was broken off. Nothing was stored; please try again.' }))
    }

    form.on('field', (name, value) => fields.set(name, value))
    form.on('file', (_field, stream, { filename }) => {
      stream.on('error', () => {})
      if (storing || ended) return void stream.resume()
      file = stream
      storing = onFile(filename, stream, fields)
      storing.catch(fail)
    })
    form.on('error', (cause) => fail(refuse('bad-request', { cause: cause as Error })))
    form.on('close', () => {
      if (ended) return
      if (!storing) return fail(refuse('no-file'))
      storing.then((stored) => {
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

function openForm(request: IncomingMessage) {
  try {
    return busboy({
      headers: request.headers,
      defParamCharset: 'utf8',
      limits: { files: 2, fields: 10, fieldSize: 1000, fieldNameSize: 100, parts: 12, headerPairs: 50 },
    })
  } catch (cause) {
    throw refuse('bad-request', { sentence: 'Send the file as multipart/form-data.', cause })
  }
}
