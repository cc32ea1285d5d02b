import { request } from './get.ts'

/**
 * Asks first (HEAD), so that a refusal becomes a notice and not a broken file; the browser then streams the file to disk
 * itself. HEAD carries no words, so a refusal is asked again by GET for its sentence and reference.
 */
export async function download(url: string) {
  const head = await fetch(url, { method: 'HEAD', credentials: 'include' })
  if (!head.ok) await (await request('GET', url)).body?.cancel()
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  document.body.append(link)
  link.click()
  link.remove()
}
