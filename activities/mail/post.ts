import type { MailKind } from '../../contract/mail.ts'

/** An e-mail on its way: the only place outside the sealed rows where an address stands, and only in memory. */
export interface Letter {
  /** The same e-mail again has the same id, by which programs and the outbox know it. */
  readonly id: string
  readonly kind: MailKind
  readonly owner: string
  readonly to: { readonly address: string; readonly name: string }
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Where one click ends e-mails of this kind; absent where they cannot be refused. */
  readonly unsubscribe?: string
}

/** The mail server said no, for good: asking again is no use. */
export class MailRefused extends Error {
  override name = 'MailRefused'
}

/** Whatever takes letters: an SMTP server, or the local outbox. */
export interface Post {
  send(letter: Letter): Promise<void>
  /** Letters that lie with us; what a mail server took cannot be called back. */
  forget(owner: string): Promise<void>
}
