import { isRemote } from '../href.ts'
import { replaceElement } from '../package/edit.ts'
import { isFontSource, isHyperlink, isInContent, isPicture, withoutReference } from '../package/links.ts'
import { packageOf } from '../package/package.ts'
import { isMediaObject } from '../package/remote.ts'
import type { Resource } from '../publication.ts'
import { allReferences } from '../references.ts'
import { type Element, escapeXml, innerText } from '../xml.ts'
import { carriedPatches, defineRule, type Finding } from './rule.ts'

/** Pages, styles and scripts must be inside the book; only sound, film and fonts may stay on the web (EPUB 3.3 section 3.6). What is shown from there is turned into a link or left out. */
export const linkRemote = defineRule({
  id: 'link-remote',
  feature: 27,
  answers: [{ id: 'RSC-006' }, { id: 'RSC-031' }, { id: 'RSC-030' }],
  class: 'auto',
  why: 'A page needed something from the web, which most reading apps refuse to load.',

  detect(publication) {
    const version = packageOf(publication)?.version ?? '3.0'
    const findings: Finding[] = []
    for (const reference of allReferences(publication)) {
      const { value, from, span, raw, kind, element } = reference
      const isOutside = kind === 'css' || kind === 'import' ? !/^(data|blob|about):/i.test(value) : /^(https?:)?\/\//i.test(value)
      if (!isOutside || !isRemote(value) || !isInContent(publication, reference)) continue
      if (
        isHyperlink(reference) ||
        isPicture(reference) ||
        /^(action|formaction)$/.test(kind) ||
        /^(base|font-face-uri)$/.test(element)
      )
        continue
      const resource = publication.resources.get(from)
      if (!resource) continue
      const mayStay =
        version === '3.0' &&
        ((/^(audio|video|source)$/.test(element) && kind === 'src') ||
          isMediaObject(reference) ||
          (isFontSource(resource, reference) && !/^file:/i.test(value)))
      const isStyle = element === 'link' && !/stylesheet|icon|preload|import/i.test(reference.node?.attribs.rel ?? '')
      if (mayStay || isStyle) continue
      findings.push({
        path: from,
        span,
        before: raw,
        after: '',
        note: `“${value.slice(0, 200)}” is on the web.`,
        patches:
          element === 'iframe' && reference.node
            ? [linkFor(resource, reference.node, value)]
            : withoutReference(resource, reference),
      })
    }
    return findings
  },

  fix: carriedPatches,
})

/** What a frame showed of the web can still be visited. */
function linkFor(resource: Resource, frame: Element, address: string) {
  const { id, title } = frame.attribs
  const href = address.startsWith('//') ? `https:${address}` : address
  const words = innerText(frame).trim() || title?.trim() || href
  return replaceElement(
    resource,
    frame,
    `<a${id ? ` id="${escapeXml(id)}"` : ''} href="${escapeXml(href)}">${escapeXml(words)}</a>`,
  )
}
