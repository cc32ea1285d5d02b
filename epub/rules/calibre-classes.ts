import { type CssRule, rulesOf } from '../content/css-rules.ts'
import { contentOf, pagesOf } from '../content/documents.ts'
import { words } from '../package/package.ts'
import type { Patch } from '../patch.ts'
import { mentions, type Resource, textOf } from '../publication.ts'
import { attributeSites, descendants, escapeXml, localName, treeOf } from '../xml.ts'
import { carriedPatches, defineRule, type Finding } from './rule.ts'

const made = /^(?:calibre|block|class|pcalibre)_?\d*$/

/**
 * Classes that calibre numbered, with the same declarations, become one. Only where nothing else speaks of either and no element
 * has both another class and one of them, so that no computed style changes.
 */
export const calibreClasses = defineRule({
  id: 'calibre-classes',
  feature: 19,
  answers: [{ id: 'CAL-7' }],
  class: 'ask',
  why: 'A conversion numbered the same style many times, which makes the book hard to edit.',

  detect(publication) {
    const sheets = [...contentOf(publication, 'css')]
    const pages = [...pagesOf(publication)]
    if (sheets.length === 0 || pages.some((page) => mentions(page, /<script[\s>]|<style[\s>]/i))) return []
    if (sheets.some((sheet) => mentions(sheet, /\[\s*class/i))) return []
    const shared = classesWithCompany(pages)
    const merged = new Map<string, string>()
    const removals: { readonly sheet: Resource; readonly rule: CssRule; readonly into: string }[] = []
    const times = new Map<string, number>()
    for (const sheet of sheets)
      for (const [, name] of textOf(sheet).matchAll(/\.([\w-]+)/g)) times.set(name!, (times.get(name!) ?? 0) + 1)
    for (const sheet of sheets) {
      const keepers = new Map<string, string>()
      for (const rule of rulesOf(textOf(sheet))) {
        const name = /^\.([\w-]+)$/.exec(rule.selector)?.[1]
        if (!name || rule.within || !made.test(name) || shared.has(name) || times.get(name) !== 1) continue
        const key = normal(rule.body)
        const keeper = keepers.get(key)
        if (keeper === undefined) keepers.set(key, name)
        else {
          merged.set(name, keeper)
          removals.push({ sheet, rule, into: keeper })
        }
      }
    }
    if (merged.size === 0) return []
    const findings: Finding[] = removals.map(({ sheet, rule, into }) => {
      const source = textOf(sheet)
      const span = [rule.span[0], after(source, rule.span[1])] as const
      const before = source.slice(...span)
      return {
        path: sheet.path,
        span,
        before,
        after: '',
        note: `“${rule.selector}” says the same as “.${into}”.`,
        patches: [{ kind: 'text', path: sheet.path, span, after: '' }],
      }
    })
    // One finding holds every page, because half of the classes renamed would be another look.
    const first = findings[0]!
    return [
      {
        ...first,
        patches: [...findings.flatMap(({ patches }) => patches ?? []), ...pages.flatMap((page) => renamed(page, merged))],
      },
    ]
  },

  fix: carriedPatches,
})

const after = (source: string, end: number) => (/^[ \t]*\r?\n/.exec(source.slice(end, end + 200))?.[0].length ?? 0) + end

const normal = (body: string) =>
  body
    .replace(/\/\*[\s\S]*?\*\//g, ' ')
    .split(';')
    .map((one) =>
      one
        .trim()
        .replace(/\s+/g, ' ')
        .replace(/\s*:\s*/, ':'),
    )
    .filter(Boolean)
    .join(';')

/** Classes that stand on an element with another class beside them. */
function classesWithCompany(pages: readonly Resource[]) {
  const found = new Set<string>()
  for (const page of pages)
    for (const { attribs } of descendants(treeOf(page))) {
      const names = words(attribs.class)
      if (names.length > 1) for (const name of names) found.add(name)
    }
  return found
}

function renamed(page: Resource, names: ReadonlyMap<string, string>): Patch[] {
  const source = textOf(page)
  const patches: Patch[] = []
  for (const element of descendants(treeOf(page))) {
    const to = names.get(element.attribs.class?.trim() ?? '')
    const site = to && localName(element) ? attributeSites(source, element).find(({ name }) => name === 'class') : undefined
    if (site && to) patches.push({ kind: 'text', path: page.path, span: site.value, after: escapeXml(to) })
  }
  return patches
}
