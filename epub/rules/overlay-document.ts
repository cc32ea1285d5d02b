import { resolve } from '../href.ts'
import { dropAttribute, dropElement, found, renameAttribute, replaceText, setAttribute } from '../package/edit.ts'
import { findFile } from '../package/match.ts'
import { clockOf, isClock, isOverlay, secondsOf } from '../package/overlays.ts'
import { packageOf } from '../package/package.ts'
import { type Publication, type Resource, textOf } from '../publication.ts'
import { childElements, type Element, elementSpan, findElements, localName, treeOf } from '../xml.ts'
import { carriedPatches, defineRule, type Finding } from './rule.ts'

/** The score of a spoken page: pairs of one text and one clip, with times in clock values (EPUB 3.3 section 9.2). */
export const overlayDocument = defineRule({
  id: 'overlay-document',
  feature: 29,
  answers: [{ id: 'MED-008' }, { id: 'MED-009' }, { id: 'RSC-005' }, { id: 'RSC-007' }],
  class: 'auto',
  why: 'The timing of the spoken text was written wrongly, so reading along did not work.',

  detect(publication) {
    const book = packageOf(publication)
    if (book?.version !== '3.0') return []
    return book.items.filter(isOverlay).flatMap((item) => {
      const resource = publication.resources.get(item.path ?? '')
      return resource?.bytes ? mended(publication, resource) : []
    })
  },

  fix: carriedPatches,
})

function mended(publication: Publication, resource: Resource): Finding[] {
  const findings: Finding[] = []
  const root = childElements(treeOf(resource))[0]
  if (root && localName(root) === 'smil' && root.attribs.prefix !== undefined) {
    const patches =
      root.attribs['epub:prefix'] === undefined
        ? renameAttribute(resource, root, 'prefix', 'epub:prefix')
        : dropAttribute(resource, root, 'prefix')
    if (root.attribs['xmlns:epub'] === undefined)
      patches.push(setAttribute(resource, root, 'xmlns:epub', 'http://www.idpf.org/2007/ops'))
    findings.push(found(resource, patches))
  }
  for (const head of findElements(treeOf(resource), 'head'))
    for (const meta of childElements(head, 'meta')) findings.push(found(resource, dropElement(resource, meta)))
  for (const par of findElements(treeOf(resource), 'par')) {
    const [text, ...texts] = childElements(par, 'text')
    const lost = text && isLost(publication, resource, text)
    if (!text || lost) {
      findings.push(found(resource, dropElement(resource, onlyChild(par))))
      continue
    }
    const [first, ...sounds] = childElements(par, 'audio')
    for (const extra of [...texts, ...sounds]) findings.push(found(resource, dropElement(resource, extra)))
    if (first) findings.push(...clip(publication, resource, first))
  }
  for (const holder of findElements(treeOf(resource), '*')) {
    if (!/^(seq|body)$/.test(localName(holder))) continue
    const loose = childElements(holder).filter((one) => /^(text|audio)$/.test(localName(one)))
    for (const one of loose) {
      const source = textOf(resource)
      const next = loose[loose.indexOf(one) + 1]
      if (localName(one) === 'audio') {
        const before = loose[loose.indexOf(one) - 1]
        if (!before || localName(before) !== 'text') findings.push(found(resource, dropElement(resource, one)))
      } else if (next && localName(next) === 'audio')
        findings.push(
          found(
            resource,
            replaceText(
              resource,
              [one.startIndex!, next.endIndex! + 1],
              `<par>${source.slice(one.startIndex!, next.endIndex! + 1)}</par>`,
            ),
          ),
        )
      else
        findings.push(found(resource, replaceText(resource, elementSpan(one), `<par>${source.slice(...elementSpan(one))}</par>`)))
    }
  }
  return findings
}

const isLost = (publication: Publication, { path }: Resource, element: Element) => {
  const src = element.attribs.src?.trim() ?? ''
  const target = resolve(path, src)
  return (
    src === '' ||
    (!/^https?:/i.test(src) && !(target !== undefined && publication.resources.has(target)) && !findFile(publication, path, src))
  )
}

/** The element, or the highest sequence that holds nothing else. */
function onlyChild(element: Element): Element {
  const parent = element.parent as Element | null
  return parent && localName(parent) === 'seq' && childElements(parent).length === 1 ? onlyChild(parent) : element
}

function clip(publication: Publication, resource: Resource, audio: Element): Finding[] {
  if (isLost(publication, resource, audio)) return [found(resource, dropElement(resource, audio))]
  const { clipBegin, clipEnd } = audio.attribs
  const [begin, end] = [secondsOf(clipBegin), secondsOf(clipEnd)]
  // A clip without length says nothing.
  if (end !== undefined && (begin ?? 0) >= end) return [found(resource, dropElement(resource, audio))]
  return Object.entries({ clipBegin, clipEnd }).flatMap(([name, value]) => {
    if (value === undefined || isClock(value)) return []
    const seconds = secondsOf(value)
    return [
      found(
        resource,
        seconds === undefined ? dropAttribute(resource, audio, name) : setAttribute(resource, audio, name, clockOf(seconds)),
      ),
    ]
  })
}
