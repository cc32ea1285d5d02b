import type { Sql } from '../../db/connect.ts'
import { createPeople, type People } from '../../db/people.ts'
import { unsubscribeUrl } from '../../db/unsubscribe.ts'
import { createUploads, type Uploads } from '../../db/uploads.ts'
import { outboxPost } from './outbox.ts'
import type { Post } from './post.ts'
import { smtpPost } from './smtp.ts'

/** All that writing to people needs: the only part of the worker that can read who they are. */
export interface Correspondence {
  readonly post: Post
  readonly people: Pick<People, 'profileOf'>
  readonly uploads: Pick<Uploads, 'byJob'>
  /** The address people use, without a slash at its end. */
  readonly site: string
  unsubscribeUrl(owner: string): string
}

export interface MailSettings {
  readonly SMTP_URL?: string | undefined
  readonly MAIL_FROM?: string | undefined
  /** Set by `npm start` alone. */
  readonly MAIL_OUTBOX?: string | undefined
  readonly PUBLIC_URL?: string | undefined
  readonly BOOKMENDER_MASTER_KEY?: string | undefined
  readonly SIGNING_KEY?: string | undefined
}

const needed = ['PUBLIC_URL', 'BOOKMENDER_MASTER_KEY', 'SIGNING_KEY'] as const

/** Undefined where neither a mail server nor the outbox is named; half of what is needed is refused with a sentence. */
export function openCorrespondence(sql: Sql, settings: MailSettings): Correspondence | undefined {
  const { SMTP_URL: smtp, MAIL_FROM: from, MAIL_OUTBOX: outbox } = settings
  if (!smtp && !outbox) return undefined
  const missing = [...needed, ...(smtp ? (['MAIL_FROM'] as const) : [])].filter((name) => !settings[name])
  if (missing.length > 0)
    throw new Error(`E-mails are to be sent, but ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} not set`)

  const people = createPeople(sql, { masterKey: settings.BOOKMENDER_MASTER_KEY! })
  const site = settings.PUBLIC_URL!.replace(/\/+$/, '')
  return {
    post: smtp ? smtpPost(smtp, from!) : outboxPost(outbox!),
    people,
    uploads: createUploads(sql, people),
    site,
    unsubscribeUrl: (owner) => unsubscribeUrl(site, settings.SIGNING_KEY!, owner),
  }
}
