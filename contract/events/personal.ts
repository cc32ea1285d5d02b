/** What people decide about their data and their post; in the account's stream, and in one of their e-mails. */
import { z } from 'zod'
import { defineEvent, type Recorded } from '../event.ts'
import { mailKinds } from '../mail.ts'

/** How long the files of repairs are kept, in hours; holds as long as the plan allows it. */
export const RetentionChosen = defineEvent('RetentionChosen', { hours: z.int().positive() })
/** From here on the person is forgotten: the plan is over, the key is destroyed, everything that was there before goes. */
export const AccountDeletionRequested = defineEvent('AccountDeletionRequested', {})
/** All of it is gone. `files` counts jobs, `requested` is the version of the request in this stream. */
export const AccountDeleted = defineEvent('AccountDeleted', { requested: z.int().positive(), files: z.int().nonnegative() })

export const mailStream = (userId: string) => `mail-${userId}`

const mail = { kind: z.enum(mailKinds), about: z.string() }
/** Given to the mail server, or to the local outbox. */
export const MailSent = defineEvent('MailSent', mail)
/** `refused`: by the mail server, for good. `undeliverable`: it did not answer for a day. */
export const MailFailed = defineEvent('MailFailed', { ...mail, reason: z.enum(['refused', 'undeliverable']) })
export const MailChosen = defineEvent('MailChosen', { repairReady: z.boolean() })

export const MailEvent = z.discriminatedUnion('type', [MailSent, MailFailed, MailChosen])
export type MailEvent = z.infer<typeof MailEvent>

/** Until somebody says otherwise they are told when a long repair is ready. */
export const wantsRepairReady = (events: readonly Recorded[]): boolean =>
  (events as unknown as readonly MailEvent[]).reduce(
    (wants, event) => (event.type === 'MailChosen' ? event.data.repairReady : wants),
    true,
  )
