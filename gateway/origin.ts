import type { IncomingHttpHeaders } from 'node:http'

const harmless = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Only our own pages may change anything: the `Origin` is ours or, without one, the browser itself says that the request
 * comes from the same origin. A cookie alone never suffices.
 */
export const isOwnRequest = (method: string, headers: IncomingHttpHeaders, ownOrigin: string) =>
  harmless.has(method) ||
  (headers.origin === undefined ? headers['sec-fetch-site'] === 'same-origin' : headers.origin === ownOrigin)

/** A sign-out by GET is refused when a browser says that another site asked for it. */
export const maySignOut = (headers: IncomingHttpHeaders) => {
  const site = headers['sec-fetch-site']
  return site === undefined || site === 'same-origin' || site === 'none'
}

const base = 'http://same-site.invalid'

/** A path of our own, never an address elsewhere: `//host`, `/\host` and schemes lead home instead. */
export function ownPath(wanted: unknown): string {
  if (typeof wanted !== 'string' || !wanted.startsWith('/') || wanted.length > 2000) return '/'
  const url = URL.parse(wanted, base)
  if (!url || url.origin !== base || url.pathname.startsWith('/api/') || url.pathname.startsWith('//')) return '/'
  return url.pathname + url.search + url.hash
}
