/**
 * As much of a browser as signing in needs, where a real one would only cost time: cookies for each host, and redirects
 * followed as long as `follows` says so.
 */
export function plainBrowser({ follows = (_: URL): boolean => true } = {}) {
  // As browsers do: cookies know hosts, not ports.
  const jars = new Map<string, Map<string, string>>()
  const jarOf = ({ hostname }: URL) => {
    const jar = jars.get(hostname) ?? new Map<string, string>()
    jars.set(hostname, jar)
    return jar
  }

  return async function go(url: URL, init: RequestInit = {}): Promise<{ readonly url: URL; readonly response: Response }> {
    const jar = jarOf(url)
    const headers = new Headers(init.headers)
    if (jar.size > 0) headers.set('cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '))
    const response = await fetch(url, { ...init, redirect: 'manual', headers })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value) jar.set(name, value)
      else jar.delete(name)
    }
    const location = response.headers.get('location')
    if (!location) return { url, response }
    const next = new URL(location, url)
    return follows(next) ? go(next) : { url: next, response }
  }
}

export type PlainBrowser = ReturnType<typeof plainBrowser>

/** Signs in at the local provider as whoever that address is, and comes back to the app. */
export async function signIn(go: PlainBrowser, appUrl: string, email: string) {
  const form = await go(new URL('/api/login', appUrl), { headers: { 'sec-fetch-site': 'same-origin' } })
  return go(form.url, { method: 'POST', body: new URLSearchParams({ email }) })
}
