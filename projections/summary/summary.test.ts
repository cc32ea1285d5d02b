import { describe, expect, test } from 'vitest'
import { type ConversionFailure, conversionFailures, defaultOptions } from '../../contract/conversion.ts'
import { engines, switchReasons } from '../../contract/engine.ts'
import type { Recorded } from '../../contract/event.ts'
import type { AccountEvent } from '../../contract/events/account.ts'
import type { ConversionEvent } from '../../contract/events/convert.ts'
import type { FilesEvent, RepairEvent, ShareEvent } from '../../contract/events/repair.ts'
import type { SupportEvent } from '../../contract/events/support.ts'
import { stages } from '../../contract/quality.ts'
import { type FailureCode, failures } from '../../contract/refusal.ts'
import { summaryOf } from './summary.ts'

const jobId = '75ed5d0d-cd12-4796-953f-7004359291c4'
const owner = '713a29e8-7d4d-4375-bd51-00d601aefd34'
type Told = RepairEvent | ConversionEvent | FilesEvent | ShareEvent | SupportEvent | AccountEvent
type Timed = readonly [seconds: number, event: Told]

const streamOf = ({ type }: Told) => {
  if (type === 'FilesDeleted') return `files-${jobId}`
  if (type === 'ReportShared' || type === 'SharingEnded') return `share-${jobId}`
  if (/^(Note|Replay)/.test(type)) return `support-${jobId}`
  if (/(Reserved|Counted|Released)$/.test(type)) return `account-${owner}`
  return type.startsWith('Conversion') ? `conversion-${jobId}` : `repair-${jobId}`
}

/** Seconds after half past eight in the morning of 3 May 2027. */
function tell(...told: Timed[]) {
  const versions = new Map<string, number>()
  const events = told.map(([seconds, event], index): Recorded => {
    const stream = streamOf(event)
    versions.set(stream, (versions.get(stream) ?? 0) + 1)
    const recordedAt = new Date(Date.UTC(2027, 4, 3, 8, 30) + seconds * 1000)
    return {
      ...event,
      stream,
      version: versions.get(stream)!,
      position: BigInt(index + 1),
      id: `${index}`,
      metadata: {},
      recordedAt,
    }
  })
  return summaryOf(jobId, events)
}

const asked = (more: object = {}): Timed => [
  0,
  { type: 'RepairRequested', data: { owner, upload: 'u', bytes: 2_200_000, mode: 'deep-analysis', plan: 'pro', ...more } },
]
const scan = asked({ mode: 'find-error', plan: 'free', bytes: 3000 })
const started = (stage: (typeof stages)[number], at = 1, attempt = 1): Timed => [
  at,
  { type: 'StageStarted', data: { stage, attempt } },
]
const found = (errors: number, warnings: number): Timed => [
  2,
  {
    type: 'IssuesFound',
    data: { found: errors + warnings, latest: [], byFeature: {}, errors, warnings, judge: 'EPUBCheck 5.3.0' },
  },
]
const scored = (before: number, after: number): Timed => {
  const score = (overallScore: number) => ({
    overallScore,
    structureScore: 1,
    contentScore: 1,
    metadataScore: 1,
    compatibilityScore: 1,
  })
  const compatibility = { kindle: true, appleBooks: true, kobo: true, googlePlay: true, adobe: true, calibre: true }
  return [12, { type: 'QualityScored', data: { before: score(before), after: score(after), compatibility } }]
}
const completed = (more: Partial<Extract<RepairEvent, { type: 'RepairCompleted' }>['data']>): Timed => [
  13,
  {
    type: 'RepairCompleted',
    data: {
      outcome: 'valid',
      engine: 'primary',
      result: 'r',
      report: 'p',
      found: 12,
      fixed: 12,
      errorsBefore: 9,
      errorsAfter: 0,
      wordsKept: true,
      judge: 'EPUBCheck 5.3.0',
      sha256Before: 'a',
      ...more,
    },
  },
]
const counted: Timed = [14, { type: 'RepairCounted', data: { jobId } }]
const released: Timed = [14, { type: 'RepairReleased', data: { jobId } }]
const valid = [asked(), started('extraction'), found(9, 3), scored(62, 97), completed({}), counted] as const
const validText =
  'Your book (2.1 MB) reached us on 3 May 2027 at 08:30 UTC, to be repaired on the Pro plan. The check (EPUBCheck 5.3.0) found 9 errors and 3 warnings. It was repaired by the AI-powered engine in 13 seconds: 12 of 12 problems corrected, and no error is left (EPUBCheck 5.3.0). Not a word of the book was lost. Its quality score went from 62 to 97 of 100.\n\nIt counts as one repair of your month.'

describe('a repair', () => {
  test('that came out valid', () => expect(tell(...valid)).toBe(validText))

  test('of a sound book', () =>
    expect(
      tell(
        asked({ bytes: 700 }),
        found(0, 1),
        scored(98, 98),
        completed({ outcome: 'sound', engine: undefined, found: 1, fixed: 0, errorsBefore: 0 }),
        released,
      ),
    ).toBe(
      'Your book (1 KB) reached us on 3 May 2027 at 08:30 UTC, to be repaired on the Pro plan. The check (EPUBCheck 5.3.0) found 1 warning. The book is sound (EPUBCheck 5.3.0), so it was given back as it came, byte for byte. 1 remark that is no error stands in the report. Its quality score is 98 of 100.\n\nIt was not counted.',
    ))

  test('that made it better only, with words that could not be kept', () =>
    expect(
      tell(asked(), found(9, 0), completed({ outcome: 'improved', fixed: 10, errorsAfter: 1, wordsKept: false }), counted),
    ).toBe(
      'Your book (2.1 MB) reached us on 3 May 2027 at 08:30 UTC, to be repaired on the Pro plan. The check (EPUBCheck 5.3.0) found 9 errors. It was improved by the AI-powered engine in 13 seconds, but it is not valid yet: 10 of 12 problems corrected, 1 error is left; the report says which and why (EPUBCheck 5.3.0). Some words could not be kept; the report names them.\n\nIt counts as one repair of your month.',
    ))

  test('that changed nothing', () =>
    expect(tell(asked(), completed({ outcome: 'unchanged', fixed: 0, errorsAfter: 9 }), released)).toContain(
      'We could not make it better: 9 errors are left; the report says which and why (EPUBCheck 5.3.0).\n\nIt was not counted.',
    ))

  test('that was a check', () =>
    expect(
      tell(scan, found(0, 0), completed({ outcome: 'scanned', engine: undefined, result: undefined, found: 0, fixed: 0 }), [
        14,
        { type: 'ScanCounted', data: { jobId } },
      ]),
    ).toBe(
      'Your book (3 KB) reached us on 3 May 2027 at 08:30 UTC, to be checked on the Free plan. The check (EPUBCheck 5.3.0) found nothing to correct. It was a check: 0 problems were found, and nothing was changed.\n\nIt counts as the scan of that day.',
    ))

  test('of the demo, and one in a batch', () => {
    expect(tell(asked({ owner: 'demo' }))).toContain('A book of the demo (2.1 MB) was taken in on')
    expect(tell(asked({ batch: 'b' }))).toContain('on the Pro plan, together with others in a batch.')
  })

  test.each(switchReasons)('that went over to another engine: %s', (reason) => {
    const [first, second] = [
      { type: 'EngineSwitched', data: { from: 'primary', to: 'backup', reason } },
      { type: 'EngineSwitched', data: { from: 'backup', to: 'emergency', reason } },
    ] as const
    const text = tell(asked(), found(2, 0), [5, first], [6, second], completed({ engine: 'emergency' }))
    expect(text).toMatch(/The AI-powered engine [a-z ]{10,}, so the rule-based engine took over\./)
    expect(text).toMatch(/The rule-based engine [a-z ]{10,}, so the reconstruction engine took over\./)
    expect(text).toContain('It was repaired by the reconstruction engine')
    expect(text).not.toMatch(/undefined|\bnull\b/)
  })

  test.each(Object.keys(failures) as FailureCode[])('that failed: %s', (code) => {
    for (const stage of stages) {
      const failed: RepairEvent = { type: 'RepairFailed', data: { code, stage, reference: '75ED5D0D' } }
      const text = tell(asked(), started(stage), [9, failed], released)
      expect(text).toContain(`without a result. ${failures[code]} Its reference is 75ED5D0D.`)
      expect(text.match(/not counted/g)).toHaveLength(1)
      expect(text).not.toMatch(/undefined|\bnull\b/)
    }
  })

  test('that was cancelled', () =>
    expect(tell(asked(), started('repair'), [9, { type: 'RepairCancelled', data: { stage: 'repair' } }], released)).toContain(
      'It was cancelled in the stage Repair. The original is unchanged.\n\nIt was not counted.',
    ))

  test('that is at work, waits, or waited', () => {
    expect(tell(asked())).toMatch(/It waits for its turn\.$/)
    const progressed: RepairEvent = { type: 'StageProgressed', data: { stage: 'repair', attempt: 1, progress: 40 } }
    expect(tell(asked(), started('repair', 300), [310, progressed])).toMatch(
      /It waited 5 minutes for its turn\. It is at work now: Repair, 40 %\.$/,
    )
  })

  test('whose workers died under it', () => {
    const again = (stage: (typeof stages)[number], attempt: number): Timed => [
      9,
      { type: 'StageCompleted', data: { stage, attempt } },
    ]
    expect(tell(asked(), started('validation'), again('validation', 2), completed({}))).toContain('The work was interrupted once')
    expect(tell(asked(), started('repair'), again('validation', 2), again('repair', 3), completed({}))).toContain(
      'The work was interrupted 3 times on our side and went on by itself; nothing was lost.',
    )
  })
})

describe('what came after', () => {
  const revised = (revision: number, outcome: 'valid' | 'improved'): RepairEvent => ({
    type: 'ResultRevised',
    data: {
      revision,
      outcome,
      result: 'r',
      report: 'p',
      found: 12,
      fixed: 11,
      errorsAfter: 1,
      judge: 'EPUBCheck 5.3.0',
      sha256After: 'c',
      resultBytes: 1,
      after: { overallScore: 90, structureScore: 1, contentScore: 1, metadataScore: 1, compatibilityScore: 1 },
      compatibility: { kindle: true, appleBooks: true, kobo: true, googlePlay: true, adobe: true, calibre: true },
      tally: [],
    },
  })
  const version = (revision: number, cause: 'undo' | 'redo' | 'metadata', undone: number[]): RepairEvent => ({
    type: 'RevisionRequested',
    data: { revision, cause, undone },
  })

  test('versions: taken back, done again, edited, not made, in the making; the repair is told as it came out', () => {
    const text = tell(
      ...valid,
      [3600, version(1, 'undo', [13])],
      [3605, revised(1, 'improved')],
      [3700, version(2, 'redo', [])],
      [3705, revised(2, 'valid')],
      [3800, version(3, 'metadata', [])],
      [3805, { type: 'RevisionFailed', data: { revision: 3, code: 'bad-metadata', field: 'date', reference: '75ED5D0D' } }],
      [3900, version(4, 'metadata', [])],
    )
    expect(text).toContain('12 of 12 problems corrected, and no error is left')
    expect(text).toContain(
      'On 3 May 2027 at 09:30 UTC the correction “Table of contents” was taken back: the download became version 1, which is better, but not valid.',
    )
    expect(text).toContain(
      'On 3 May 2027 at 09:31 UTC the correction “Table of contents” was done again: the download became version 2, which is valid.',
    )
    expect(text).toContain(
      'On 3 May 2027 at 09:33 UTC the metadata were edited, which did not work: This is no date. Write it as 2024, 2024-05 or 2024-05-31.',
    )
    expect(text).toContain('On 3 May 2027 at 09:35 UTC the metadata were edited; that version is being made.')
  })

  test.each([
    ['expired', 'as promised'],
    ['asked', 'because you asked for it'],
    ['account-deleted', 'with the account'],
  ] as const)('files that are gone: %s', (reason, why) =>
    expect(tell(...valid, [84_600, { type: 'FilesDeleted', data: { reason } }])).toBe(
      `${validText} Its files were deleted on 4 May 2027 at 08:00 UTC, ${why}; to have it again, upload it again.`,
    ),
  )

  test('links and replays', () => {
    const shared: Timed = [60, { type: 'ReportShared', data: { expiresAt: '2027-06-02T08:31:00.000Z' } }]
    expect(tell(...valid, shared)).toContain('A link to its report was given out and works until 2 June 2027 at 08:31 UTC.')
    const ended = tell(...valid, shared, [70, { type: 'SharingEnded', data: {} }])
    expect(ended).toContain('Links to its report were given out and have been ended.')
    expect(ended).not.toContain('works until')
    const { overallScore, ...rest } = { overallScore: 1, structureScore: 1, contentScore: 1, metadataScore: 1 }
    const replayed: SupportEvent = {
      type: 'ReplayFinished',
      data: {
        replay: 1,
        outcome: 'improved',
        found: 12,
        fixed: 10,
        errorsBefore: 9,
        errorsAfter: 2,
        wordsKept: true,
        judge: 'EPUBCheck 5.3.0',
        scores: { overallScore, ...rest, compatibilityScore: 1 },
        compatibility: { kindle: true, appleBooks: true, kobo: true, googlePlay: true, adobe: true, calibre: true },
        tally: [],
      },
    }
    expect(tell(...valid, [90_000, replayed])).toContain(
      "We tried it again on 4 May 2027 at 09:30 UTC: today's engine makes it better, but not valid (2 errors left).",
    )
  })

  test('nothing of what support wrote', () =>
    expect(tell(...valid, [60, { type: 'NoteAdded', data: { noteId: 'n', sealedFor: owner, sealed: 'c2VhbGVk' } }])).toBe(
      validText,
    ))

  test('counted is told of this job alone', () =>
    expect(tell(asked(), [1, { type: 'RepairCounted', data: { jobId: 'another' } }])).not.toContain('counts'))
})

describe('a conversion', () => {
  const wanted: Timed = [
    0,
    {
      type: 'ConversionRequested',
      data: { owner, plan: 'pro', to: 'epub', options: defaultOptions, upload: 'u', bytes: 50_000, kind: 'docx' },
    },
  ]

  test('that became a book', () =>
    expect(
      tell(
        wanted,
        [1, { type: 'ConversionStarted', data: { attempt: 1 } }],
        [
          4,
          {
            type: 'ConversionCompleted',
            data: {
              result: 'r',
              report: 'p',
              bytes: 1,
              sha256: 'a',
              words: 12_345,
              chapters: 7,
              remarks: 1,
              verdict: { errors: 0, warnings: 0, judge: 'EPUBCheck 5.3.0' },
            },
          },
        ],
      ),
    ).toBe(
      'Your manuscript (49 KB) reached us on 3 May 2027 at 08:30 UTC, to be converted to EPUB 3. It became EPUB 3 in 4 seconds: 12,345 words and 7 chapters. 1 thing could not be kept as it was; the result says which. The check of the book that was made (EPUBCheck 5.3.0) found 0 errors.',
    ))

  test.each(Object.keys(conversionFailures) as ConversionFailure[])('that failed: %s', (code) =>
    expect(tell(wanted, [2, { type: 'ConversionFailed', data: { code, reference: '75ED5D0D' } }])).toContain(
      `It ended without a result. ${conversionFailures[code]} Its reference is 75ED5D0D.`,
    ),
  )

  test('that was cancelled, waits, or is at work after a crash', () => {
    expect(tell(wanted, [2, { type: 'ConversionCancelled', data: {} }])).toContain('It was cancelled.')
    expect(tell(wanted)).toContain('It waits for its turn.')
    const [one, two] = [1, 2].map((attempt): ConversionEvent => ({ type: 'ConversionStarted', data: { attempt } }))
    expect(tell(wanted, [200, one!], [230, two!])).toMatch(
      /It waited 3 minutes for its turn\. The work was interrupted once on our side .* It is at work now: 0 %\./,
    )
  })
})

test('a job that never was', () => expect(tell()).toBe(`No job with the id ${jobId} was ever taken in.`))
test('every engine has a name', () => {
  for (const engine of engines) expect(tell(asked(), completed({ engine }))).toContain(' engine in ')
})
