import type { MailFailed, MailSent } from '../../contract/events/personal.ts'
import { mailStream, wantsRepairReady } from '../../contract/events/personal.ts'
import type { MailOrder } from '../../contract/mail.ts'
import { readBatch } from '../batch/books.ts'
import type { Deps } from '../deps.ts'
import { letterOf } from './letter.ts'
import { MailRefused } from './post.ts'
import { endedRepair } from './repair.ts'
import { batchWords, moneyWords, repairWords } from './words.ts'

type Needs = Pick<Deps, 'log' | 'mail'>

const idOf = ({ kind, about }: Pick<MailOrder, 'kind' | 'about'>) => `${kind}/${about}`

const record = ({ log }: Pick<Deps, 'log'>, order: MailOrder, event: (typeof MailSent | typeof MailFailed)['_zod']['output']) =>
  log.append(mailStream(order.owner), [{ id: idOf(order), ...event }], { metadata: { actor: 'system' } })

/**
 * Writes a letter and gives it away, once: the address is read at this moment, so who left in between gets nothing. Killed
 * between sending and recording it is sent again, with the same id, by which programs show it once.
 */
export const sendMail =
  ({ log, mail }: Needs) =>
  async (order: MailOrder): Promise<'sent' | 'sent-before' | 'refused' | 'not-wanted' | 'no-address' | 'no-post'> => {
    if (!mail) return 'no-post'
    const { owner, kind, about } = order
    const events = await log.readStream(mailStream(owner))
    if (events.some(({ id }) => id === idOf(order))) return 'sent-before'
    if (kind === 'repair-ready' && !wantsRepairReady(events)) return 'not-wanted'

    const profile = await mail.people.profileOf(owner)
    if (!profile) return 'no-address'
    const places = { site: mail.site, unsubscribe: mail.unsubscribeUrl(owner) }
    const repair = kind === 'repair-ready' ? await endedRepair({ log, uploads: mail.uploads }, about) : undefined
    const batch = kind === 'repair-ready' && !repair ? await readBatch(log, about) : undefined
    const readyWords = () => (repair ? repairWords(repair, places) : batch && batchWords(batch, places))
    const words = kind === 'repair-ready' ? readyWords() : moneyWords(order, places)
    if (!words) return 'not-wanted'

    const name = [profile.firstName, profile.lastName].filter(Boolean).join(' ')
    const to = { address: profile.email, name }
    try {
      await mail.post.send({ id: `${kind}.${about}.${owner}`, kind, owner, to, ...letterOf(words) })
    } catch (error) {
      if (!(error instanceof MailRefused)) throw error
      await record({ log }, order, { type: 'MailFailed', data: { kind, about, reason: 'refused' } })
      return 'refused'
    }
    await record({ log }, order, { type: 'MailSent', data: { kind, about } })
    return 'sent'
  }

/** The mail server did not take it for a day. */
export const recordUndelivered =
  (deps: Needs) =>
  async (order: MailOrder): Promise<void> => {
    const { kind, about } = order
    await record(deps, order, { type: 'MailFailed', data: { kind, about, reason: 'undeliverable' } })
  }
