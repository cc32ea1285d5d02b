import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { keep } from './kept.ts'
import { closeServer, listenLocally, readBody } from './listen.ts'
import { escapeHtml, page } from './page.ts'

/** Takes e-mails in place of a mail server and shows them on a page of this computer. */
export type LocalOutbox = {
  readonly url: string
  /** As the worker is told: the page's address with the token that only the worker has. */
  readonly address: string
  readonly stop: () => Promise<void>
}

export type OutboxOptions = { readonly folder: string; readonly port: number; readonly token: string }

type Letter = {
  readonly id: string
  readonly kind: string
  readonly owner: string
  readonly to: { readonly address: string; readonly name: string }
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly at: string
}

/** The oldest make room. */
const keptAtMost = 200

export async function startOutbox({ folder, port, token }: OutboxOptions): Promise<LocalOutbox> {
  const kept = keep<{ letters: Letter[] }>(join(folder, 'outbox.json'), { letters: [] })
  const { state } = kept

  /** The same letter again replaces itself, as a mail program shows it once. */
  const take = (letter: Omit<Letter, 'at'>) => {
    const others = state.letters.filter(({ id }) => id !== letter.id)
    state.letters = [{ ...letter, at: new Date().toISOString() }, ...others].slice(0, keptAtMost)
  }

  async function change(request: IncomingMessage, url: URL): Promise<number> {
    if (request.headers.authorization !== `Bearer ${token}`) return 401
    if (request.method === 'POST') take(JSON.parse(await readBody(request)))
    else if (request.method === 'DELETE')
      state.letters = state.letters.filter(({ owner }) => owner !== url.searchParams.get('owner'))
    else return 405
    kept.changed()
    return 204
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '/', 'http://localhost')
    if (request.method === 'GET' || request.method === 'HEAD') return show(response, url, state.letters)
    response.writeHead(url.pathname === '/letters' ? await change(request, url) : 404).end()
  }

  const server = await listenLocally((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error as Error))
  }, port)
  const url = `http://localhost:${port}`
  return {
    url,
    address: `http://${token}@127.0.0.1:${port}`,
    stop: async () => {
      await closeServer(server)
      kept.close()
    },
  }
}

function show(response: ServerResponse, { pathname }: URL, letters: readonly Letter[]) {
  const [, kind = '', id = ''] = pathname.split('/').map(decodeURIComponent)
  if (kind === '') return send(response, 200, list(letters))
  if (kind === 'letters' && id === '') return send(response, 200, JSON.stringify(letters), 'application/json')
  const letter = letters.find((one) => one.id === id)
  if (!letter) return send(response, 404, page('Outbox', '<h1>No such e-mail</h1><p><a href="/">All e-mails</a></p>'))
  // a letter's HTML is shown as a mail program would: alone, without scripts
  if (kind === 'html')
    return send(response, 200, letter.html, undefined, "default-src 'none'; style-src 'unsafe-inline'; sandbox")
  if (kind === 'text') return send(response, 200, letter.text, 'text/plain; charset=utf-8')
  return send(response, 200, whole(letter))
}

const wide = '<style>main { width: min(760px, calc(100vw - 32px)) }</style>'
const time = (at: string) => `${at.slice(0, 16).replace('T', ' ')} UTC`
const recipient = ({ to }: Letter) => escapeHtml(to.name ? `${to.name} <${to.address}>` : to.address)

const list = (letters: readonly Letter[]) =>
  page(
    'Outbox',
    `${wide}<h1>Outbox</h1>
<p>E-mails that would have been sent. Set <code>SMTP_URL</code> and <code>MAIL_FROM</code> to send them.</p>
${letters.length === 0 ? '<p>None yet.</p>' : ''}
<ul>${letters
      .map(
        (letter) =>
          `<li><a href="/letter/${encodeURIComponent(letter.id)}"><strong>${escapeHtml(letter.subject)}</strong></a><small>to ${recipient(letter)} · ${time(letter.at)}</small></li>`,
      )
      .join('')}</ul>`,
  )

const whole = (letter: Letter) => {
  const id = encodeURIComponent(letter.id)
  return page(
    letter.subject,
    `${wide}<p><a href="/">All e-mails</a></p><h1>${escapeHtml(letter.subject)}</h1>
<p>to ${recipient(letter)} · ${time(letter.at)} · <a href="/text/${id}">as plain text</a></p>
<iframe src="/html/${id}" title="${escapeHtml(letter.subject)}" sandbox style="width:100%;height:640px;border:1px solid var(--rule);border-radius:6px;background:#fff"></iframe>`,
  )
}

function send(response: ServerResponse, status: number, body: string, type = 'text/html; charset=utf-8', policy?: string) {
  response
    .writeHead(status, {
      'Content-Type': type,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy':
        policy ?? "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; frame-ancestors 'none'; base-uri 'none'",
    })
    .end(body)
}
