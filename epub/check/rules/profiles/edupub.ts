import * as ns from '../../document/namespaces.ts'
import { attributeOf, elementChildren, textContent, type XmlElement } from '../../document/xml-document.ts'
import { ownValue } from '../../own.ts'
import { opfElements } from '../opf.ts'
import { ancestor, below, isHtml, isLabelled, normal, type Rule } from '../tree.ts'

const typeOf = (element: XmlElement) => attributeOf(element, 'type', ns.ops)

/** What an element of a type must hold, by type. */
const members: Record<string, string> = {
  answers: 'answer',
  assessments: 'assessment',
  bibliography: 'biblioentry',
  credits: 'credit',
  footnotes: 'footnote',
  keywords: 'keyword',
  'learning-objectives': 'learning-objective',
  'learning-outcomes': 'learning-outcome',
  'learning-resources': 'learning-resource',
  'learning-standards': 'learning-standard',
  practices: 'practice',
  rearnotes: 'rearnote',
}
const problems = new Set([
  'fill-in-the-blank-problem',
  'general-problem',
  'match-problem',
  'multiple-choice',
  'true-false-problem',
])

const semantics: Rule = ({ elements }, say) => {
  for (const element of elements) {
    const type = typeOf(element)
    if (type === undefined) continue
    const count = (wanted: string) => [...below(element)].filter((one) => typeOf(one) === wanted).length
    const member = ownValue(members, type)
    if (member && count(member) === 0) say('RSC-005', element, `“${type}” must hold a “${member}”.`)
    if (problems.has(type)) {
      if (count('question') === 0) say('RSC-005', element, `“${type}” must hold a “question”.`)
      if (count('answer') > 1) say('RSC-005', element, `“${type}” can hold one “answer” only.`)
    }
    if (type === 'ordinal' && count('ordinal') > 0) say('RSC-005', element, 'An “ordinal” must not hold another one.')
  }
}

const isHeading = (element: XmlElement) =>
  isHtml(element) && (/^h[1-6]$/.test(element.local) || attributeOf(element, 'role') === 'heading')
const isSection = (element: XmlElement) => isHtml(element, 'section', 'article')
const isSectioning = (element: XmlElement) => isHtml(element, 'section', 'article', 'aside', 'nav')
const rankOf = (heading: XmlElement) =>
  attributeOf(heading, 'role') === 'heading' ? Number(attributeOf(heading, 'aria-level') ?? 2) : Number(heading.local.slice(1))

function countOuter(element: XmlElement, test: (element: XmlElement) => boolean): number {
  let count = 0
  for (let one = element.parent; one; one = one.parent) if (test(one)) count++
  return count
}

const headings: Rule = ({ elements }, say) => {
  const body = elements.find((one) => isHtml(one, 'body'))
  const label = normal(body && attributeOf(body, 'aria-label'))
  const top =
    body &&
    [...below(body)].find(
      (one) => isHeading(one) && !ancestor(one, (outer) => isHtml(outer, 'aside', 'nav')) && countOuter(one, isSection) <= 1,
    )
  const isBodySection = body !== undefined && elementChildren(body).some((one) => isHtml(one) && !isSection(one))
  const topRank = label ? 1 : top ? rankOf(top) : 1
  const topDepth = label || !top || !ancestor(top, (one) => isSection(one) || isHtml(one, 'nav')) ? 0 : 1

  function checkSection(section: XmlElement, own: readonly XmlElement[]) {
    const written = attributeOf(section, 'aria-label')
    const name = normal(written)
    if (written !== undefined && !name) say('RSC-005', section, 'An “aria-label” is empty.')
    if (!name && own.length === 0) say('RSC-005', section, `“${section.local}” has no heading.`)
    if (own.length > 1) say('RSC-005', section, `“${section.local}” has more than one heading.`)
    if (own.length === 1 && !isLabelled(own[0]!)) say('RSC-005', section, 'A heading is empty.')
    if (written !== undefined && own.length === 1 && normal(textContent(own[0]!)) === name)
      say('RSC-005', section, 'The “aria-label” must not repeat the heading.')
  }

  for (const element of elements) {
    if (isHtml(element, 'body') && elementChildren(element).some((one) => isHtml(one) && !isSectioning(one)))
      checkSection(
        element,
        [...below(element)].filter((one) => isHeading(one) && !ancestor(one, isSectioning)),
      )
    else if (isSection(element))
      checkSection(
        element,
        [...below(element)].filter((one) => isHeading(one) && ancestor(one, isSectioning) === element),
      )
    else if (isHeading(element)) {
      const depth = countOuter(element, isSectioning)
      const wanted = isBodySection ? topRank - topDepth + depth : topRank + depth - 1
      const rank = rankOf(element)
      if (ancestor(element, (one) => isHtml(one, 'figure', 'blockquote')))
        say('RSC-005', element, 'A heading must not stand in a figure or a quotation.')
      if (wanted < 6 && rank !== wanted) say('RSC-005', element, `The heading has the rank ${rank} where ${wanted} belongs.`)
      if (wanted > 5 && rank < 6) say('RSC-005', element, 'The heading should have the rank 6.')
    }
  }
}

const sectioning: Rule = ({ elements }, say) => {
  for (const element of elements) {
    const { parent } = element
    if (parent && isHtml(parent, 'body', 'section') && !isHtml(element, 'section')) {
      const before = elementChildren(parent)
      if (before.slice(0, before.indexOf(element)).some((one) => isHtml(one, 'section')))
        say('RSC-005', element, 'After a section only sections may follow.')
    }
    if (isHtml(element, 'p') && typeOf(element) === 'subtitle' && parent) {
      const before = elementChildren(parent)
      const follows = before.slice(0, before.indexOf(element)).some((one) => isHtml(one) && /^h[1-6]$/.test(one.local))
      if (follows && !ancestor(element, (one) => isHtml(one, 'header')))
        say('RSC-005', element, 'A subtitle must stand in a “header”.')
    }
  }
}

/** Structure and semantics of documents of educational publications (EPUB for Education). */
export const edupubDocument: readonly Rule[] = [semantics, headings, sectioning]

/** What the package document of an educational publication must say. */
export const edupubPackage: readonly Rule[] = [
  (document, say) => {
    for (const metadata of opfElements(document, 'metadata')) {
      const children = elementChildren(metadata)
      const types = children
        .filter((one) => one.namespace === ns.dc && one.local === 'type')
        .map((one) => normal(textContent(one)))
      const features = children.filter((one) => normal(attributeOf(one, 'property')) === 'schema:accessibilityFeature')
      if (!types.includes('edupub')) say('RSC-005', metadata, 'An educational publication must have the “dc:type” “edupub”.')
      if (features.length === 0)
        say('RSC-005', metadata, 'An educational publication must state a “schema:accessibilityFeature”.')
      if (features.some((one) => normal(textContent(one)) === 'none'))
        say('RSC-005', metadata, '“schema:accessibilityFeature” must not be “none”.')
      const hasSource = children.some((one) => one.namespace === ns.dc && one.local === 'source')
      if (types.includes('teacher-edition') && !hasSource)
        say('RSC-017', metadata, "A teacher's edition should name the student edition in “dc:source”.")
    }
  },
]
