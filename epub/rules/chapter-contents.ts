import { type Chapter, chaptersOf } from '../ai/chapters/detect.ts'
import { textPages } from '../ai/language/book.ts'
import type { Model, Question } from '../ai/port.ts'
import { baseName } from '../href.ts'
import { navOf, navsOf, ncxOf, tocOf } from '../navigation/navigation.ts'
import { aliveEntries, anchorsOf, type TocNode } from '../navigation/targets.ts'
import { navList, navPoints } from '../navigation/write.ts'
import { append, replaceElement, setAttribute, setContent } from '../package/edit.ts'
import { packageOf } from '../package/package.ts'
import type { Patch } from '../patch.ts'
import { type Publication, type Resource, textOf } from '../publication.ts'
import { childElements, type Element, findElement, isTag, treeOf } from '../xml.ts'
import { carriedPatches, defineRule } from './rule.ts'

/** Fewest chapters that make a contents, and the share that it must lead to already to be left alone. */
const fewest = 2
const covered = 0.75
/** UTF-16 units of mere markup between an anchor and the heading that it stands for. */
const near = 600
/** A contents of so many entries was made by somebody, and is no business of ours. */
const whole = 8

/** A book whose chapters are headed by mere paragraphs gets a table of contents that leads to them; their text stays as it is. */
export const chapterContents = defineRule({
  id: 'chapter-contents',
  feature: 34,
  answers: [{ id: 'NAV-011' }],
  class: 'ask',
  why: 'The table of contents did not lead to the chapters.',

  async detect(publication, { model, signal }) {
    const nav = navOf(publication)
    const ncx = ncxOf(publication)
    if (!nav?.bytes && !ncx?.bytes) return []
    const found = chaptersOf(publication).filter(({ resource }) => resource !== nav)
    const chosen = found.length >= fewest && model ? await ranked(found, model, signal) : undefined
    const chapters = chosen ?? found
    const there = aliveEntries(publication, tocOf(publication))
    const places = placesOf(publication)
    const known = flat(there).flatMap((node) => (placed(publication, places, node) ? [placed(publication, places, node)!] : []))
    const open = chapters.filter((chapter) => !known.some((entry) => leadsTo(entry, chapter)))
    if (chapters.length < fewest || open.length === 0 || open.length < chapters.length * (1 - covered)) return []

    const title = packageOf(publication)?.titles[0]
    const made = flat(there).filter((node) => !isGeneric(node, title)).length
    if (made >= whole || made > chapters.length / 2) return []

    const { nodes, patches } = merged(publication, there, chapters)
    const share = chapters.reduce((sum, { confidence }) => sum + confidence, 0) / chapters.length
    const list = nav && (navsOf(nav, 'toc')[0] ?? findElement(treeOf(nav), 'nav'))
    const ol = list && childElements(list, 'ol')[0]
    if (nav && list)
      patches.push(
        ol ? replaceElement(nav, ol, navList(nav.path, nodes).trim()) : append(nav, list, navList(nav.path, nodes).trim()),
      )
    const map = ncx && findElement(treeOf(ncx), 'navMap')
    if (ncx && map) patches.push(setContent(ncx, map, `\n${navPoints(ncx.path, nodes)}  `))
    const target = nav && list ? nav : ncx!
    const place = ol ?? list ?? map
    return [
      {
        path: target.path,
        span: place ? [place.startIndex!, place.startIndex! + 1] : undefined,
        before: outline(there),
        after: outline(nodes),
        note: `${open.length} of ${chapters.length} chapters are not in the table of contents.`,
        patches,
        confidence: Math.round(share * 100) / 100,
        by: chosen ? 'model' : 'offline',
      },
    ]
  },

  fix: carriedPatches,
})

const flat = (nodes: readonly TocNode[]): TocNode[] => nodes.flatMap((node) => [node, ...flat(node.children)])

/** One entry a line, deeper ones further in. */
const outline = (nodes: readonly TocNode[], indent = ''): string =>
  nodes.map(({ label, children }) => [indent + label, outline(children, `${indent}  `)].filter(Boolean).join('\n')).join('\n')

type Places = ReadonlyMap<string, number>
const placesOf = (publication: Publication): Places => new Map(textPages(publication).map(({ path }, index) => [path, index]))

interface Place {
  readonly path: string
  /** Of the page in the book, and of the element in the page; -1 for its top. */
  readonly page: number
  readonly offset: number
  readonly target: Element | undefined
}

function placed(publication: Publication, places: Places, { path, fragment }: TocNode): Place | undefined {
  const page = path === undefined ? undefined : places.get(path)
  if (path === undefined || page === undefined) return undefined
  const resource = publication.resources.get(path)!
  const target = fragment === undefined ? undefined : anchorsOf(resource).get(fragment)
  return { path, page, offset: target?.startIndex ?? -1, target }
}

const holds = (outer: Element, inner: Element): boolean => {
  for (let at: Element | undefined = inner; at; at = at.parent && isTag(at.parent) ? at.parent : undefined)
    if (at === outer) return true
  return false
}

/** Whether an entry leads to where a chapter begins: the top of its page, its heading, or the anchor right before it. */
function leadsTo({ path, target }: Place, { resource, element, first }: Chapter): boolean {
  if (path !== resource.path) return false
  if (!target) return first
  if (holds(target, element) || holds(element, target)) return true
  const [from, to] = [target.startIndex!, element.startIndex!]
  return (
    from < to &&
    to - from < near &&
    textOf(resource)
      .slice(from, to)
      .replace(/<[^>]*>|\s|&nbsp;/g, '') === ''
  )
}

/** What was put in by a program that knew no better. */
function isGeneric({ label, path }: TocNode, title: string | undefined): boolean {
  const fold = (text: string) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
  const stem = path === undefined ? '' : baseName(path).replace(/\.[^.]*$/, '')
  return (
    fold(label) === fold(stem) ||
    (title !== undefined && fold(label) === fold(title)) ||
    /^(start|untitled|unknown|(part|section|split|text|index|page|file)[\s_-]*\d+)$/i.test(label.trim())
  )
}

/** The entries there are, each where it was, and those of the chapters that had none; ids for those that need one. */
function merged(publication: Publication, there: readonly TocNode[], chapters: readonly Chapter[]) {
  const places = placesOf(publication)
  const title = packageOf(publication)?.titles[0]
  const patches: Patch[] = []
  const pending = new Set(chapters)
  const order = (chapter: Chapter) => places.get(chapter.resource.path) ?? 0
  const isBefore = (chapter: Chapter, { page, offset }: Place) =>
    order(chapter) < page || (order(chapter) === page && (chapter.first ? -1 : chapter.element.startIndex!) < offset)
  const isMet = new Set<TocNode>()
  const labels = new Map<TocNode, string>()
  for (const node of flat(there)) {
    const place = placed(publication, places, node)
    const met = place && chapters.find((chapter) => leadsTo(place, chapter))
    if (!met) continue
    pending.delete(met)
    isMet.add(node)
    if (isGeneric(node, title)) labels.set(node, met.label)
  }
  const names = namer()
  const take = (chapter: Chapter): TocNode => {
    pending.delete(chapter)
    const { resource, element, first } = chapter
    const fragment = first ? undefined : (element.attribs.id ?? names(resource))
    if (fragment !== undefined && element.attribs.id === undefined) patches.push(setAttribute(resource, element, 'id', fragment))
    return { label: chapter.label, path: resource.path, fragment, children: [] }
  }
  const weave = (nodes: readonly TocNode[]): TocNode[] =>
    nodes.flatMap((node) => {
      const place = placed(publication, places, node)
      const before = place ? [...pending].filter((chapter) => isBefore(chapter, place)).map(take) : []
      return [...before, { ...node, label: labels.get(node) ?? node.label, children: weave(node.children) }]
    })
  const woven = weave(there)
  return { nodes: [...woven, ...[...pending].map(take)], patches }
}

/** Ids that no element of a page has. */
function namer() {
  const counts = new Map<Resource, number>()
  return (resource: Resource): string => {
    const taken = anchorsOf(resource)
    let count = (counts.get(resource) ?? 0) + 1
    while (taken.has(`chapter-${count}`)) count++
    counts.set(resource, count)
    return `chapter-${count}`
  }
}

/** What is left when a model has looked at the headings; undefined where it had nothing to say. */
async function ranked(chapters: readonly Chapter[], model: Model, signal?: AbortSignal): Promise<Chapter[] | undefined> {
  const wrong = await model.ask(question(chapters), signal)
  if (!wrong) return undefined
  const left = chapters.filter((_, index) => !wrong.includes(index + 1))
  // A model that finds nearly everything wrong has not understood.
  return left.length < Math.max(fewest, chapters.length / 2) ? undefined : left
}

/** Headings that a model is shown at once. */
const mostShown = 120

const question = (chapters: readonly Chapter[]): Question<readonly number[]> => ({
  feature: 34,
  instruction:
    'These numbered lines are taken for headings of the chapters of one book, in their order. Answer with the numbers of the lines that are no headings of chapters, parts, front or back matter; an empty list if all are.',
  excerpts: chapters.slice(0, mostShown).map(({ label }, index) => `${index + 1}: ${label.slice(0, 100)}`),
  schema: {
    type: 'object',
    properties: { wrong: { type: 'array', items: { type: 'integer', minimum: 1, maximum: mostShown } } },
    required: ['wrong'],
    additionalProperties: false,
  },
  parse(value) {
    const wrong = (value as { wrong?: unknown } | null)?.wrong
    return Array.isArray(wrong) && wrong.every((one) => Number.isInteger(one)) ? (wrong as number[]) : undefined
  },
  maxTokens: 300,
})
