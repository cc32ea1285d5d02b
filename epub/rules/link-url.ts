import { isRemote, parseHref } from '../href.ts'
import { isInContent, withoutReference } from '../package/links.ts'
import { findFile } from '../package/match.ts'
import { allReferences, writtenAs } from '../references.ts'
import { carriedPatches, defineRule, type Finding } from './rule.ts'

/** What a parser of URLs makes of an address outside the book; undefined when nothing can be made of it. */
function tidied(value: string): string | undefined {
  let url = value.trim().replace(/[\t\n\r]/g, '')
  if (/^www\./i.test(url)) url = `https://${url}`
  const [, scheme = ''] = /^([a-z][a-z0-9+.-]*):/i.exec(url) ?? []
  if (/^https?$/i.test(scheme) || url.startsWith('//')) {
    url = url.replaceAll('\\', '/').replace(/^(https?):\/*(?=[^/])/i, '$1://')
    const [, head = '', rest = ''] = /^((?:https?:)?\/\/[^/?#]*)([\s\S]*)$/i.exec(url) ?? []
    const host = head.replace(/^(https?:)?\/\/([^@]*@)?/i, '').replace(/:\d*$/, '')
    if (host === '' || /[\s<>"{}|\\^`%#?]/.test(host) || /^[.]|[.]{2}/.test(host)) return undefined
    url = head + encoded(rest)
  } else {
    const body = url.slice(scheme.length + 1).trim()
    if (/^mailto$/i.test(scheme) && /\s/.test(body.split('?')[0]!)) {
      const address = body.split('?')[0]!.replace(/\s+/g, '')
      return /^[^@\s]+@[^@\s]+$/.test(address) ? `${scheme}:${address}` : undefined
    }
    url = `${scheme}:${encoded(body)}`
  }
  try {
    new URL(url.startsWith('//') ? `https:${url}` : url)
    return url
  } catch {
    return undefined
  }
}

/** Path, query and fragment with what a URL may not hold written as percent signs. */
const encoded = (text: string) => {
  const hash = text.indexOf('#')
  const [front, fragment] = hash < 0 ? [text, undefined] : [text.slice(0, hash), text.slice(hash + 1)]
  const legal = (part: string) =>
    part.replace(/%(?![0-9A-Fa-f]{2})/g, '%25').replace(/[\s<>"{}|\\^`[\]]/g, (char) => encodeURIComponent(char))
  return legal(front) + (fragment === undefined ? '' : `#${legal(fragment).replaceAll('#', '%23')}`)
}

/** Addresses outside the book are legal URLs (RFC 3986): tidied where it is plain what is meant; what no browser could open is no link. */
export const linkUrl = defineRule({
  id: 'link-url',
  feature: 14,
  answers: [{ id: 'RSC-020' }, { id: 'RSC-023' }, { id: 'RSC-007' }, { id: 'HTM-025' }],
  class: 'auto',
  why: 'A web address was misspelt, so tapping it did nothing.',

  detect(publication) {
    const findings: Finding[] = []
    for (const reference of allReferences(publication)) {
      const { value, from, span, raw, path } = reference
      if (!isInContent(publication, reference) || value === '') continue
      const bare =
        /^www\.[\w-]+\.[\w.-]+/i.test(value) && !(path && publication.resources.has(path)) && !findFile(publication, from, value)
      const scheme = parseHref(value).scheme
      if (!bare && (!isRemote(value) || /^(data|javascript|file|blob|about)$/.test(scheme ?? '') || scheme?.length === 1))
        continue
      const resource = publication.resources.get(from)
      const after = tidied(value)
      if (after === value || !resource) continue
      const patches =
        after === undefined
          ? withoutReference(resource, reference)
          : [{ kind: 'text' as const, path: from, span, after: writtenAs(reference, after) }]
      findings.push({ path: from, span, before: raw, after: after ?? '', patches })
    }
    return findings
  },

  fix: carriedPatches,
})
