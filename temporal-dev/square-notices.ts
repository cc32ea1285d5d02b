import { createHmac, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

export interface NoticesTo {
  /** Signed together with the body, as Square does. */
  readonly url: string
  readonly key: string
}

const pauses = [0, 1000, 5000, 15_000]

/** Sends Square's notices, each in its own time and tried on for a while; who is not there misses them. */
export function createNotices(to: NoticesTo | undefined) {
  const ending = new AbortController()

  async function send(type: string, object: Readonly<Record<string, unknown>>, after: number) {
    if (!to) return
    const body = JSON.stringify({
      merchant_id: 'local-merchant',
      type,
      event_id: randomUUID(),
      created_at: new Date().toISOString(),
      data: { type: type.split('.')[0], id: Object.values(object).map((one) => (one as { id?: string }).id)[0], object },
    })
    const signature = createHmac('sha256', to.key)
      .update(to.url + body)
      .digest('base64')
    const headers = { 'Content-Type': 'application/json', 'x-square-hmacsha256-signature': signature }
    for (const wait of pauses) {
      await pause(after + wait, undefined, { signal: ending.signal, ref: false })
      const answer = await fetch(to.url, { method: 'POST', body, headers, signal: ending.signal }).catch(() => undefined)
      if (answer?.ok) return
    }
  }

  return {
    send: (type: string, object: Readonly<Record<string, unknown>>, after = 50) => void send(type, object, after).catch(() => {}),
    stop: () => ending.abort(),
  }
}
