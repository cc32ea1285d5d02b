import type { IncomingMessage } from 'node:http'

/** Who is at the other end; behind proxies of ours, who the outermost of them says it is. */
export function addressOf({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>, trustedProxies: number): string {
  const forwarded = trustedProxies > 0 ? String(headers['x-forwarded-for'] ?? '').split(',') : []
  return forwarded.at(-trustedProxies)?.trim() || socket.remoteAddress || ''
}

/** What one subscriber of a network usually has: an IPv4 address, or the first 64 bits of an IPv6 one. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped || !address.includes(':')) return mapped ?? address
  const [head = '', tail] = address.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
  return `${[...left, ...zeros, ...right].slice(0, 4).join(':')}::/64`
}
