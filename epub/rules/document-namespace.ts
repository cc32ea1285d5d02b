import { contentOf } from '../content/documents.ts'
import { isKnownElement } from '../content/elements.ts'
import { type Resource, remembered, textOf } from '../publication.ts'
import {
  attributeInsertion,
  attributeRemoval,
  attributeSites,
  descendants,
  type Element,
  isTag,
  localName,
  treeOf,
} from '../xml.ts'
import { defineRule, type Finding, replaceSpan } from './rule.ts'

const xhtml = 'http://www.w3.org/1999/xhtml'
const svg = 'http://www.w3.org/2000/svg'
const mathml = 'http://www.w3.org/1998/Math/MathML'

const right: Readonly<Record<string, string>> = {
  epub: 'http://www.idpf.org/2007/ops',
  ops: 'http://www.idpf.org/2007/ops',
  xlink: 'http://www.w3.org/1999/xlink',
  svg,
  m: mathml,
  math: mathml,
  mml: mathml,
}

/** Every element stands in its namespace: pages in XHTML's, drawings in SVG's, formulas in MathML's, `epub:` in the OPS one (HTM-010). */
export const documentNamespace = defineRule({
  id: 'document-namespace',
  feature: 7,
  answers: [
    { id: 'RSC-005', text: /namespace ""|xmlns|not allowed here/ },
    { id: 'HTM-009' },
    { id: 'HTM-010' },
    { id: 'HTM-011' },
  ],
  class: 'auto',
  why: 'Without its namespace a page is just unknown XML, and readers show nothing or raw text.',

  detect: (publication) => [...contentOf(publication, 'xhtml', 'svg')].flatMap(findings),

  fix: replaceSpan,
})

const findings = remembered<Resource, readonly Finding[]>((resource) => {
  const source = textOf(resource)
  const found: Finding[] = []
  const root = treeOf(resource).children.find(isTag)
  const add = (element: Element, name: string, uri: string) => {
    const site = attributeSites(source, element).find((one) => one.name === name)
    const at = attributeInsertion(source, element)
    found.push(
      site
        ? { path: resource.path, span: site.value, before: source.slice(...site.value), after: uri }
        : { path: resource.path, span: [at, at], before: '', after: ` ${name}="${uri}"` },
    )
  }
  for (const element of descendants(treeOf(resource))) {
    for (const name in element.attribs) {
      const wanted = name.startsWith('xmlns:') ? right[name.slice(6)] : undefined
      const value = element.attribs[name]!
      if (wanted && value !== wanted && isSlip(value, wanted)) add(element, name, wanted)
    }

    if (element.name.includes(':')) continue
    const own = element.attribs.xmlns
    const parent = element.parent && isTag(element.parent) ? element.parent : undefined
    const name = localName(element)
    if (element === root) {
      if (name === 'html' && own !== xhtml) add(element, 'xmlns', xhtml)
      else if (name === 'svg' && own !== svg) add(element, 'xmlns', svg)
    } else if (name === 'svg' || name === 'math') {
      const wanted = name === 'svg' ? svg : mathml
      if (inherited(element) !== wanted) add(element, 'xmlns', wanted)
    } else if (own === '' || (own !== undefined && own !== xhtml && parent && isSlip(own, xhtml) && isKnownElement(name))) {
      const span = attributeRemoval(source, element, 'xmlns')
      if (span) found.push({ path: resource.path, span, before: source.slice(...span), after: '' })
    } else if (
      parent &&
      localName(parent) === 'foreignObject' &&
      own === undefined &&
      isKnownElement(name) &&
      inherited(parent) === svg
    )
      add(element, 'xmlns', xhtml)
  }
  return found
})

/** The default namespace that holds for an element. */
function inherited(element: Element): string | undefined {
  for (let node: Element | undefined = element; node; node = node.parent && isTag(node.parent) ? node.parent : undefined)
    if (node.attribs.xmlns !== undefined) return node.attribs.xmlns
  return undefined
}

/** Whether an address is a misspelling of the right one: other scheme, slash, year or letter case. */
function isSlip(value: string, wanted: string): boolean {
  const core = (uri: string) =>
    uri
      .trim()
      .toLowerCase()
      .replace(/^https?:\/\/(?:www\.)?/, '')
      .replace(/\b(?:19|20)\d\d\b/g, '')
      .replace(/[/\s#]+/g, '')
  return (
    !/^[a-z][\w+.-]*:/i.test(value.trim()) ||
    core(value) === core(wanted) ||
    (wanted.includes('idpf.org') && /idpf\.org/i.test(value))
  )
}
