import { WebSocket } from 'ws'
import { jobIdHeader, modeField, processGuaranteed } from '../contract/calls/epub.ts'
import type { LiveMessage, SocketRefusal } from '../contract/live.ts'

interface Sent {
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly body?: RequestInit['body']
}

interface Book {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly name?: string
  readonly mode?: string
  readonly jobId?: string
  readonly headers?: Record<string, string>
}

/** A browser as far as the gateway can tell: it keeps cookies, sends its origin, and goes where it is sent. For tests. */
export function createVisitor(url: string) {
  const jar = new Map<string, Map<string, string>>()

  const keep = (response: Response, hostname: string) => {
    const cookies = jar.get(hostname) ?? new Map<string, string>()
    jar.set(hostname, cookies)
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';')
      const at = pair.indexOf('=')
      const expires = attributes.find((one) => /^\s*expires=/i.test(one))?.split('=')[1]
      if (at + 1 === pair.length || (expires && Date.parse(expires) < Date.now())) cookies.delete(pair.slice(0, at))
      else cookies.set(pair.slice(0, at), pair.slice(at + 1))
    }
  }
  const cookieFor = (hostname: string) => [...(jar.get(hostname) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ')

  /** One request, wherever it goes; redirects are not followed. */
  async function request(address: string | URL, { method = 'GET', headers = {}, body }: Sent = {}) {
    const target = new URL(address, url)
    const response = await fetch(target, {
      method,
      body,
      redirect: 'manual',
      headers: {
        ...(method === 'GET' || method === 'HEAD' ? {} : { Origin: new URL(url).origin }),
        Cookie: cookieFor(target.hostname),
        ...headers,
      },
    })
    keep(response, target.hostname)
    return response
  }

  /** The same, until somebody answers with something else than a redirect. */
  async function visit(address: string | URL, sent: Sent = {}) {
    let target = new URL(address, url)
    let response = await request(target, sent)
    for (let hop = 0; hop < 12 && response.status >= 300 && response.status < 400 && response.headers.has('location'); hop += 1) {
      target = new URL(response.headers.get('location')!, target)
      response = await request(target)
    }
    return { response, target }
  }

  return {
    request,
    visit,
    cookieFor: () => cookieFor(new URL(url).hostname),

    /** Through the local provider's own page, as a person would. */
    async signIn(email: string, returnTo = '/') {
      const { response, target } = await visit(`/api/login?returnTo=${encodeURIComponent(returnTo)}`)
      const action = /action="([^"]+)"/.exec(await response.text())?.[1]
      if (!action) return target
      const done = await visit(new URL(action, target), {
        method: 'POST',
        body: new URLSearchParams({ email }),
        headers: { Origin: target.origin },
      })
      return done.target
    },

    json: async <T>(path: string) => (await request(path)).json() as Promise<T>,

    post: (path: string, body: unknown, headers: Record<string, string> = {}) =>
      request(path, { method: 'POST', body: JSON.stringify(body), headers: { 'Content-Type': 'application/json', ...headers } }),

    upload({ bytes, name = 'book.epub', mode, jobId, headers = {} }: Book) {
      const form = new FormData()
      if (mode !== undefined) form.append(modeField, mode)
      form.append('file', new Blob([bytes]), name)
      return request(processGuaranteed.path, {
        method: 'POST',
        body: form,
        headers: { ...(jobId === undefined ? {} : { [jobIdHeader]: jobId }), ...headers },
      })
    },

    /** A socket with everything it heard; `heard` waits until that is so. */
    async socket(headers: Record<string, string> = {}) {
      const ws = new WebSocket(Object.assign(new URL('/ws', url), { protocol: 'ws:' }), {
        headers: { Origin: new URL(url).origin, Cookie: cookieFor(new URL(url).hostname), ...headers },
      })
      const messages: (LiveMessage | SocketRefusal)[] = []
      let told = () => {}
      ws.on('message', (raw) => {
        messages.push(JSON.parse(String(raw)))
        told()
      })
      const closed = new Promise<number>((resolve) => ws.on('close', resolve))
      await new Promise<void>((resolve, reject) => ws.once('open', resolve).once('error', reject))
      return {
        messages,
        closed,
        tell: (message: unknown) => ws.send(typeof message === 'string' ? message : JSON.stringify(message)),
        async heard(enough: (messages: (LiveMessage | SocketRefusal)[]) => boolean, within = 10_000) {
          const late = new Promise<never>((_, reject) => {
            const timer = setTimeout(() => reject(new Error(`Heard only ${JSON.stringify(messages)}`)), within)
            timer.unref()
          })
          while (!enough(messages)) await Promise.race([new Promise<void>((resolve) => (told = resolve)), late])
          return messages
        },
        close: () => ws.close(),
      }
    },
  }
}

export type Visitor = ReturnType<typeof createVisitor>
