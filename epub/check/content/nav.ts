import { attributeOf, type XmlElement } from '../document/xml-document.ts'
import { createResolver } from '../url.ts'
import type { Visit } from './document-visit.ts'

/** Which of the navigations with rules of their own an `epub:type` makes; the last one named wins. */
export function navigationKind(types: ReadonlySet<string>): string | undefined {
  return ['landmarks', 'page-list', 'toc'].find((kind) => types.has(kind))
}

/** Links of the navigation document stay in the book and follow the reading order. */
export function checkNavLink({ path, say, link, feature }: Visit, element: XmlElement, navigation: string | undefined) {
  const href = attributeOf(element, 'href')
  if (href === undefined || navigation === undefined) return
  const url = createResolver(path).resolve(href, () => undefined)
  if (url && navigation === 'toc') feature('toc-link', element)
  if (url?.is === 'remote') say('NAV-010', element, `The ${navigation} links to “${href}”, which is not in the book.`)
  else if (navigation !== 'landmarks') link(navigation === 'toc' ? 'toc' : 'page-list', url, element)
}
