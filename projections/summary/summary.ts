import type { Recorded } from '../../contract/event.ts'
import type { AccountEvent } from '../../contract/events/account.ts'
import { conversionStream } from '../../contract/events/convert.ts'
import { type FilesEvent, filesStream, repairStream, type ShareEvent, shareStream } from '../../contract/events/repair.ts'
import { type SupportEvent, supportStream } from '../../contract/events/support.ts'
import type { Folded } from '../projection.ts'
import { conversionStory } from './conversion.ts'
import { repairStory } from './repair.ts'
import { moment } from './words.ts'

type Beside = Folded<AccountEvent | FilesEvent | ShareEvent | SupportEvent>

const gone = { expired: 'as promised', asked: 'because you asked for it', 'account-deleted': 'with the account' } as const
const again = {
  sound: 'finds it sound',
  valid: 'makes a valid book of it',
  improved: 'makes it better, but not valid',
  unchanged: 'cannot make it better',
  scanned: 'has checked it again',
} as const

/** What happened round the job, in its order; the last word on links and replays stands. */
function beside(jobId: string, events: readonly Beside[], alreadySaid: string) {
  const sentences: string[] = []
  const last = <T extends Beside['type']>(...types: T[]) => events.findLast(({ type }) => types.some((one) => one === type))

  const settled = events.find(({ type, data }) => /(Scan|Repair)(Counted|Released)/.test(type) && 'jobId' in data)
  if (settled?.type === 'RepairCounted') sentences.push('It counts as one repair of your month.')
  if (settled?.type === 'ScanCounted') sentences.push('It counts as the scan of that day.')
  if (settled?.type.endsWith('Released') && !alreadySaid.includes('not counted')) sentences.push('It was not counted.')

  const shared = last('ReportShared', 'SharingEnded')
  if (shared?.type === 'ReportShared')
    sentences.push(`A link to its report was given out and works until ${moment(shared.data.expiresAt)}.`)
  if (shared?.type === 'SharingEnded') sentences.push('Links to its report were given out and have been ended.')

  const deleted = events.find(({ type, stream }) => type === 'FilesDeleted' && stream === filesStream(jobId))
  if (deleted?.type === 'FilesDeleted')
    sentences.push(
      `Its files were deleted on ${moment(deleted.recordedAt)}, ${gone[deleted.data.reason]}; to have it again, upload it again.`,
    )

  const replayed = last('ReplayFinished')
  if (replayed?.type === 'ReplayFinished') {
    const { outcome, errorsAfter } = replayed.data
    const errors = outcome === 'improved' || outcome === 'unchanged' ? ` (${errorsAfter} errors left)` : ''
    sentences.push(`We tried it again on ${moment(replayed.recordedAt)}: today's engine ${again[outcome]}${errors}.`)
  }
  return sentences
}

/**
 * The answer to "what happened to my book?", made of the events of one job alone, in the order of the log and from all of its
 * streams: what came in, what was done and by which engine, how it ended, what became of the files. Nothing in it identifies
 * anybody, so it can be pasted anywhere.
 */
export function summaryOf(jobId: string, events: readonly Recorded[]): string {
  const own = (stream: string) => events.filter((event) => event.stream === stream)
  const [repair, conversion] = [own(repairStream(jobId)), own(conversionStream(jobId))]
  const round = events.filter(
    (event) => [filesStream(jobId), shareStream(jobId), supportStream(jobId)].includes(event.stream) || isAbout(event, jobId),
  ) as readonly Beside[]
  if (repair.length === 0 && conversion.length === 0) return `No job with the id ${jobId} was ever taken in.`
  const story = repair.length > 0 ? repairStory(jobId, repair) : conversionStory(jobId, conversion)
  const main = [story.arrival, ...story.sentences].join(' ')
  return [main, beside(jobId, round, main).join(' ')].filter(Boolean).join('\n\n')
}

/** An event of the account that names this job: reserved, counted, given back. */
const isAbout = ({ stream, data }: Recorded, jobId: string) =>
  stream.startsWith('account-') && (data as { jobId?: string }).jobId === jobId
