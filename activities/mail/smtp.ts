import { createTransport } from 'nodemailer'
import { type Letter, MailRefused, type Post } from './post.ts'

const patience = 20_000
const isLoopback = (host: string) => host === 'localhost' || host === '[::1]' || host.startsWith('127.')

/** `smtps://user:password@host:465`, or `smtp://…:587`, which goes over to TLS at once unless the server is on this machine. */
export function smtpPost(url: string, from: string): Post {
  const { protocol, hostname } = new URL(url)
  const transport = createTransport({
    url,
    ...{ connectionTimeout: patience, greetingTimeout: patience, socketTimeout: patience },
    requireTLS: protocol === 'smtp:' && !isLoopback(hostname),
    // a letter is words only: nothing is read from a disk or another server for it
    ...{ disableFileAccess: true, disableUrlAccess: true },
  })
  const domain = /@([^>\s]+)/.exec(from)?.[1] ?? hostname

  return {
    async send({ id, to, subject, text, html, unsubscribe }: Letter) {
      try {
        await transport.sendMail({
          from,
          to: { address: to.address, name: to.name },
          ...{ subject, text, html },
          messageId: `<${id.replace(/[^\w.-]/g, '.')}@${domain}>`,
          headers: {
            'Auto-Submitted': 'auto-generated',
            ...(unsubscribe && { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
          },
        })
      } catch (error) {
        throw withoutAddress(error)
      }
    },
    forget: async () => {},
  }
}

/** Servers repeat addresses in what they say; a failure holds the code alone. 4xx may pass, 5xx does not, but for a wrong password. */
function withoutAddress(error: unknown): Error {
  const { responseCode, code } = error as { responseCode?: number; code?: string }
  const said = responseCode === undefined ? (code ?? 'no answer') : String(responseCode)
  return responseCode !== undefined && responseCode >= 500 && code !== 'EAUTH'
    ? new MailRefused(`The mail server refused the letter: ${said}`)
    : new Error(`The mail server did not take the letter: ${said}`)
}
