import type { Post } from './post.ts'

/** The local outbox of `npm start`, which shows letters instead of sending them. The token is the address's user name. */
export function outboxPost(address: string): Post {
  const url = new URL(address)
  const authorization = `Bearer ${url.username}`
  url.username = ''

  const ask = async (method: 'POST' | 'DELETE', path: string, body?: unknown) => {
    const answer = await fetch(new URL(path, url), {
      method,
      headers: { Authorization: authorization, 'Content-Type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: AbortSignal.timeout(10_000),
    })
    if (!answer.ok) throw new Error(`The outbox answered ${answer.status}`)
    await answer.arrayBuffer()
  }

  return {
    send: (letter) => ask('POST', '/letters', letter),
    forget: (owner) => ask('DELETE', `/letters?owner=${encodeURIComponent(owner)}`),
  }
}
