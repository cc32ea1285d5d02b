/** Elements whose text is left whole: Kobo's readers put no marks there. */
const whole = /^(?:script|style|pre|math|svg|title|head)$/

/**
 * A page with the marks by which Kobo's readers keep their place: every sentence in a `koboSpan`, the body in the two
 * divisions they page through. The page is one of ours, so that its markup is known to be well-formed.
 */
export function withKoboSpans(page: string): string {
  const start = page.indexOf('>', page.indexOf('<body')) + 1
  const end = page.lastIndexOf('</body>')
  let paragraph = 0
  let sentence = 0
  let kept = 0
  const body = page
    .slice(start, end)
    .replace(/<(\/?)([\w:]+)([^>]*)>|([^<]+)/g, (part, close: string, name: string, rest: string, text: string) => {
      if (name) {
        if (whole.test(name) && !rest.endsWith('/')) kept += close ? -1 : 1
        if (!close && /^(?:p|h[1-6]|li|td|th|div|caption|img)$/.test(name)) {
          paragraph++
          sentence = 0
        }
        return name === 'img' ? `<span class="koboSpan" id="kobo.${paragraph}.${++sentence}">${part}</span>` : part
      }
      if (kept > 0 || !text.trim()) return part
      return text
        .split(/(?<=[.!?…。！？]["'”’»)]*\s+)/)
        .map((one) => (one.trim() ? `<span class="koboSpan" id="kobo.${paragraph}.${++sentence}">${one}</span>` : one))
        .join('')
    })
  return `${page.slice(0, start)}<div id="book-columns"><div id="book-inner">${body}</div></div>${page.slice(end)}`
}
