import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib'
import { nodeCodec } from '../../epub/node/codec.ts'
import { createJudge } from '../../epub/node/judge.ts'
import { schemas } from '../../epub/node/schemas.ts'
import { openPublication } from '../../epub/ocf/open.ts'
import { type OfficialJudge, repair } from '../../epub/repair.ts'
import { fromBytes, toBytes } from '../../epub/source.ts'
import { corpus, work } from './corpus.ts'
import { table } from './section.ts'

export const median = (list: readonly number[]) => list.toSorted((a, b) => a - b)[list.length >> 1] ?? 0

/** Rounds that are not counted, so that the code is compiled, and rounds of which the quickest counts, for each book. */
const warming = 1
const counted = 2

const folder = join(corpus, 'damage')

interface Times {
  readonly file: string
  readonly plain: number
  readonly own: number
  readonly judged: number | undefined
}

/** Every entry unpacked, summed and packed again, nothing else: less than any program for ZIP does. */
function repack(packed: readonly Uint8Array[]): number {
  const started = performance.now()
  Buffer.concat(
    packed.map((one) => {
      const bytes = inflateRawSync(one)
      crc32(bytes)
      return deflateRawSync(bytes, { level: 6 })
    }),
  )
  return performance.now() - started
}

/** One book at a time, in memory, all in this process but the official checker. */
export async function speed(): Promise<string> {
  const judge = createJudge()
  mkdirSync(work, { recursive: true })
  const best = new Map<string, { plain: number; own: number; judged: number }>()
  try {
    for (let round = 0; round < warming + counted; round++)
      for (const file of readdirSync(folder)) {
        const bytes = new Uint8Array(readFileSync(join(folder, file)))
        const source = fromBytes(bytes)
        const publication = await openPublication(source, { fileName: file, codec: nodeCodec })
        const packed: Uint8Array[] = []
        for (const resource of publication.resources.values()) packed.push(deflateRawSync(await resource.load(), { level: 6 }))
        const plain = repack(packed)
        const own = await timed(source, file, undefined)
        const judged = judge && round >= warming ? await timed(source, file, officialOf(judge, bytes)) : Number.POSITIVE_INFINITY
        if (round < warming) continue
        const last = best.get(file) ?? {
          plain: Number.POSITIVE_INFINITY,
          own: Number.POSITIVE_INFINITY,
          judged: Number.POSITIVE_INFINITY,
        }
        best.set(file, {
          plain: Math.min(last.plain, plain),
          own: Math.min(last.own, own),
          judged: Math.min(last.judged, judged),
        })
      }
  } finally {
    await judge?.close()
  }
  const times: Times[] = [...best].map(([file, { plain, own, judged }]) => ({
    file,
    plain,
    own,
    judged: Number.isFinite(judged) ? judged : undefined,
  }))
  const ms = (list: readonly number[]) => `${median(list).toFixed(1)} ms`
  const judged = times.flatMap((one) => (one.judged === undefined ? [] : [{ ...one, judged: one.judged }]))
  const calibre = withCalibre(times)
  return `### Speed

${table(
  ['warm, median of the books of `damage`', 'time', 'times plain unpack and pack', 'bound'],
  [
    ['unpack and pack again, nothing else', ms(times.map(({ plain }) => plain)), '1', ''],
    [
      'repair without the official verdict',
      ms(times.map(({ own }) => own)),
      median(times.map(({ own, plain }) => own / plain)).toFixed(2),
      '≤ 5',
    ],
    judged.length > 0
      ? [
          'repair with it',
          ms(judged.map((one) => one.judged)),
          median(judged.map((one) => one.judged / one.plain)).toFixed(2),
          '≤ 15',
        ]
      : ['repair with it', 'no Java here', '', '≤ 15'],
    calibre,
  ],
)}

Wall time, one book at a time; for each book the quickest of ${counted} after ${warming} that were not counted, so that what else the
machine does weighs less (load ${loadavg()[0]!.toFixed(1)} when this was measured).`
}

async function timed(source: ReturnType<typeof fromBytes>, fileName: string, judge: OfficialJudge | undefined): Promise<number> {
  const started = performance.now()
  const { parts } = await repair(source, { fileName, schemas, codec: nodeCodec, judge })
  await toBytes(parts)
  return performance.now() - started
}

function officialOf(judge: NonNullable<ReturnType<typeof createJudge>>, bytes: Uint8Array): OfficialJudge {
  const draft = join(work, 'draft.epub')
  const check = (content: Uint8Array) => {
    writeFileSync(draft, content)
    return judge.check(draft)
  }
  return { source: () => check(bytes), result: async (parts) => check(await toBytes(parts)) }
}

/** Books that Calibre converts, spread over the folder: it takes seconds for each. */
const sample = 12

function withCalibre(times: readonly Times[]): readonly string[] {
  const row = 'Calibre’s `ebook-convert`, start of its process included'
  if (spawnSync('ebook-convert', ['--version']).error) return [row, 'not installed', '', '≥ 20 × slower']
  const step = Math.ceil(times.length / sample)
  const output = join(work, 'calibre.epub')
  const taken = times
    .filter((_, at) => at % step === 0)
    .flatMap(({ file, own, plain }) => {
      rmSync(output, { force: true })
      const started = performance.now()
      const { status } = spawnSync('ebook-convert', [join(folder, file), output], { stdio: 'ignore', timeout: 120_000 })
      return status === 0 ? [{ calibre: performance.now() - started, own, plain }] : []
    })
  if (taken.length === 0) return [row, 'converted none', '', '≥ 20 × slower']
  const slower = median(taken.map(({ calibre, own }) => calibre / own))
  return [
    `${row} (${taken.length} books)`,
    `${median(taken.map(({ calibre }) => calibre)).toFixed(0)} ms, ${slower.toFixed(0)} times ours`,
    median(taken.map(({ calibre, plain }) => calibre / plain)).toFixed(0),
    '≥ 20 × slower',
  ]
}
