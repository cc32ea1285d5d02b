import { contentOf, pagesOf } from '../content/documents.ts'
import { fontFacts, isRestricted } from '../content/font.ts'
import { isCmykByHead } from '../content/jpeg.ts'
import { sheetsOf } from '../content/sheets.ts'
import { flatten, navItemOf, ncxItemOf, type TocEntry, tocOf } from '../navigation/navigation.ts'
import { anchorsOf } from '../navigation/targets.ts'
import { encryptedOf } from '../package/encryption.ts'
import { fixedPages, sizeIn, viewportsOf } from '../package/fixed-layout.ts'
import { findFile } from '../package/match.ts'
import { magicOf } from '../package/media-types.ts'
import { obfuscationOf } from '../package/obfuscation.ts'
import { packageOf, readingOrder } from '../package/package.ts'
import { mentions, type Publication, type Resource, remembered, textOf } from '../publication.ts'
import { allReferences, referencesOf } from '../references.ts'
import { wordCountOf } from '../text.ts'
import {
  type ChildNode,
  childElements,
  type Element,
  findElement,
  findElements,
  innerText,
  isTag,
  localName,
  treeOf,
} from '../xml.ts'
import { isKindleLanguage } from './kindle-languages.ts'
import { pixelsOf } from './pixels.ts'

/** A place that fails a platform rule, and what was measured there. */
export interface Failure {
  readonly path?: string
  readonly measured?: string
}

/** Hidden text in one block beyond which a Kindle upload fails, in characters (Kindle Publishing Guidelines). */
export const hiddenLimit = 10_000

interface PageFacts {
  readonly nestedParagraph: boolean
  readonly xml11: boolean
  readonly largeTable: string | undefined
  readonly hidesTooMuch: boolean
  /** Whatever ADE-4 names, the first of it. */
  readonly quirk: string | undefined
  readonly invisible: boolean
  readonly amazonMarks: boolean
  readonly duplicateId: string | undefined
  readonly wrappedPicture: boolean
}

/** What stands round an element. */
interface Round {
  readonly parent: string
  readonly names: ReadonlySet<string>
  readonly hidden: boolean
}

const watched = new Set(['p', 'table', 'svg', 'body'])

/** One walk over a page for all the rules that look at its markup; what stands round an element is handed down, not looked up. */
const pageFacts = remembered((page: Resource): PageFacts => {
  const source = textOf(page)
  let nestedParagraph = false
  let largeTable: string | undefined
  let hidesTooMuch = false
  let quirk: string | undefined
  let duplicateId: string | undefined
  let wrappedPicture = false
  const ids = new Set<string>()
  const look = (element: Element, name: string, { parent, names, hidden }: Round, isHidden: boolean) => {
    const { id } = element.attribs
    if (id !== undefined) {
      if (ids.has(id)) duplicateId ??= id
      ids.add(id)
    }
    if (name === 'p' && names.has('p')) nestedParagraph = true
    else if (name === 'table' && !names.has('table')) largeTable ??= sizeOfTable(element)
    else if (name === 'br' && parent === 'body') quirk ??= 'a line break directly in the body'
    else if ((name === 'td' || name === 'th') && !names.has('table')) quirk ??= 'a cell outside a table'
    else if (name === 'embed' || name === 'form') quirk ??= `“${name}”`
    else if (name === 'script' && names.has('body')) quirk ??= 'a script in the body'
    else if ((name === 'title' || name === 'style') && !names.has('svg') && innerText(element).trim() === '')
      quirk ??= `an empty “${name}”`
    else if (name === 'image' && names.has('svg')) wrappedPicture = true
    if (isHidden && !hidden && innerText(element).length > hiddenLimit) hidesTooMuch = true
  }
  const stack: [Element, Round][] = []
  const push = (nodes: readonly ChildNode[], round: Round) => {
    for (let i = nodes.length - 1; i >= 0; i--) {
      const node = nodes[i]!
      if (isTag(node)) stack.push([node, round])
    }
  }
  push(treeOf(page).children, { parent: '', names: new Set(), hidden: false })
  for (let next = stack.pop(); next; next = stack.pop()) {
    const [element, round] = next
    const name = localName(element)
    const isHidden = element.attribs.style !== undefined && /display\s*:\s*none/i.test(element.attribs.style)
    look(element, name, round, isHidden)
    const names = watched.has(name) && !round.names.has(name) ? new Set([...round.names, name]) : round.names
    push(element.children, { parent: name, names, hidden: round.hidden || isHidden })
  }
  return {
    nestedParagraph,
    xml11: /^\s*<\?xml[^>]*version\s*=\s*["']1\.1/.test(source.slice(0, 200)),
    largeTable,
    hidesTooMuch,
    quirk,
    invisible: /[\u00ad\u200b\u2011]|&shy;/.test(source),
    amazonMarks: source.includes('data-Amzn'),
    duplicateId,
    wrappedPicture,
  }
})

function sizeOfTable(table: Element): string | undefined {
  const rows = findElements(table, 'tr')
  const columns = rows.reduce((most, row) => Math.max(most, childElements(row).length), 0)
  if (findElements(table, 'table').length > 0) return 'a table in a table'
  return rows.length > 50 ? `${rows.length} rows` : columns > 10 ? `${columns} columns` : undefined
}

const pagesWhere = (publication: Publication, measure: (facts: PageFacts) => string | boolean | undefined): Failure[] =>
  [...pagesOf(publication)].flatMap((page) => {
    const found = measure(pageFacts(page))
    return found ? [{ path: page.path, ...(typeof found === 'string' && { measured: found }) }] : []
  })

const depthOf = (entries: readonly TocEntry[]): number =>
  entries.length === 0 ? 0 : 1 + Math.max(...entries.map(({ children }) => depthOf(children)))

/** Declarations of reflowable style, each with its file. */
const declarations = remembered((publication: Publication) =>
  [...contentOf(publication, 'css', 'xhtml')].flatMap((resource) =>
    sheetsOf(resource).flatMap(({ declarations }) => declarations.map((one) => ({ path: resource.path, ...one }))),
  ),
)

const stylesWhere = (publication: Publication, wanted: (one: ReturnType<typeof declarations>[number]) => boolean): Failure[] => {
  const found = new Map<string, Failure>()
  for (const one of declarations(publication))
    if (!found.has(one.path) && wanted(one))
      found.set(one.path, { path: one.path, measured: `${one.property}: ${one.value.slice(0, 60)}` })
  return [...found.values()]
}

/** Fonts larger than this are not read for their flags. Bytes. */
const largestFont = 5 * 1_048_576

/** Family of a font that forbids to be embedded; read once. */
const restriction = remembered(async (resource: Resource): Promise<string | undefined> => {
  if (!/^font\/(ttf|otf)$/.test(magicOf(resource) ?? '') || resource.size > largestFont) return undefined
  const facts = fontFacts(await resource.load())
  return facts && isRestricted(facts) ? (facts.families[0] ?? 'unnamed') : undefined
})

/** What the rows of the compatibility grid measure, by name; each once per publication. */
export const measures = {
  nestedParagraphs: (p: Publication) => pagesWhere(p, ({ nestedParagraph }) => nestedParagraph),
  xml11: (p: Publication) => pagesWhere(p, ({ xml11 }) => xml11),
  largeTables: (p: Publication) => pagesWhere(p, ({ largeTable }) => largeTable),
  longHidden: (p: Publication) => pagesWhere(p, ({ hidesTooMuch }) => hidesTooMuch && `more than ${hiddenLimit} characters`),
  adobeQuirks: (p: Publication) => pagesWhere(p, ({ quirk }) => quirk),
  invisibleCharacters: (p: Publication) => pagesWhere(p, ({ invisible }) => invisible),
  duplicateIds: (p: Publication) => pagesWhere(p, ({ duplicateId }) => duplicateId),
  wrappedPictures: (p: Publication) => pagesWhere(p, ({ wrappedPicture }) => wrappedPicture),

  /** Pages without XML declaration that hold other letters than ASCII. */
  undeclaredText: (p: Publication): Failure[] =>
    [...pagesOf(p)].flatMap((page) =>
      mentions(page, /^\s*<\?xml\s/) || !mentions(page, /[^\x00-\x7f]/) ? [] : [{ path: page.path }],
    ),

  calibreResidue: (p: Publication): Failure[] => {
    const book = packageOf(p)
    const metas =
      book
        ?.metas('meta')
        .filter(({ attribs }) =>
          /^calibre:(timestamp|rating|title_sort|author_link_map|user_categories|publication_type)$/.test(attribs.name ?? ''),
        ) ?? []
    return [
      ...(metas.length > 0 ? [{ path: book!.path, measured: metas[0]!.attribs.name }] : []),
      ...(p.resources.has('META-INF/calibre_bookmarks.txt') ? [{ path: 'META-INF/calibre_bookmarks.txt' }] : []),
      ...pagesWhere(p, ({ amazonMarks }) => amazonMarks),
    ]
  },

  /** The page before the text that shows the cover and nothing else. */
  coverPages: (p: Publication, cover: string | undefined): Failure[] => {
    const first = packageOf(p)?.itemrefs.find(({ linear }) => linear)?.item?.path
    const page = first === undefined ? undefined : p.resources.get(first)
    if (!cover || !page?.bytes || wordCountOf(page) > 3) return []
    return referencesOf(page).some(({ path }) => path === cover) ? [{ path: page.path }] : []
  },

  contentsNotOnSpine: (p: Publication): Failure[] => {
    const ncx = ncxItemOf(p)
    const toc = packageOf(p)?.spine?.attribs.toc?.trim()
    return ncx && toc !== ncx.id ? [{ path: packageOf(p)!.path }] : []
  },

  contentsDepth: (p: Publication): Failure[] => {
    const depth = depthOf(tocOf(p))
    return depth > 2 ? [{ path: (navItemOf(p) ?? ncxItemOf(p))?.path, measured: `${depth} levels` }] : []
  },

  /** References that meet their file only when case does not count. */
  caseMisses: (p: Publication): Failure[] =>
    allReferences(p).flatMap((reference) => {
      const { path, from, value } = reference
      if (path === undefined || p.resources.has(path)) return []
      const found = findFile(p, from, value)
      return found && found.toLowerCase() === path.toLowerCase() ? [{ path: from, measured: value.slice(0, 80) }] : []
    }),

  negativeMargins: (p: Publication) =>
    fixedPages(p).length > 0
      ? []
      : stylesWhere(
          p,
          ({ property, value }) =>
            (/^(margin|padding|line-height)(-|$)/.test(property) && /(^|\s)-[\d.]/.test(value) && !/[()]/.test(value)) ||
            (property === 'position' && /^(fixed|absolute)/i.test(value)),
        ),

  kindleLanguage: (p: Publication): Failure[] => {
    const language = packageOf(p)?.languages[0]
    return language && !isKindleLanguage(language) ? [{ path: packageOf(p)!.path, measured: language }] : []
  },

  bodyLinks: (p: Publication): Failure[] =>
    allReferences(p).flatMap(({ path, from, fragment, element, kind, value }) => {
      const target = fragment && path && path !== from && kind === 'href' && element === 'a' ? p.resources.get(path) : undefined
      const holder = target && anchorsOf(target).get(fragment!)
      return holder && localName(holder) === 'body' ? [{ path: from, measured: value.slice(0, 80) }] : []
    }),

  /** Fixed pages that do not say their size. */
  sizelessPages: (p: Publication): Failure[] =>
    fixedPages(p).flatMap((path) => {
      const page = p.resources.get(path)
      if (!page?.bytes || !/\.(x?html?|xht)$/i.test(path)) return []
      const { width, height } = sizeIn(viewportsOf(page)[0]?.attribs.content)
      return width && height ? [] : [{ path }]
    }),

  /** Encryption that is no mere scrambling of fonts. */
  protection: (p: Publication): Failure[] =>
    encryptedOf(p).flatMap(({ path, element }) =>
      obfuscationOf(findElements(element, 'EncryptionMethod')[0]?.attribs.Algorithm?.trim()) ? [] : [{ path }],
    ),

  fourColours: (p: Publication): Failure[] =>
    [...p.resources.values()].flatMap(({ path, head }) => (isCmykByHead(head) ? [{ path, measured: 'CMYK' }] : [])),

  /** PNGs with a channel of transparency, by their header. */
  transparent: (p: Publication): Failure[] =>
    [...p.resources.values()].flatMap((one) =>
      magicOf(one) === 'image/png' && (one.head[25] === 4 || one.head[25] === 6) ? [{ path: one.path }] : [],
    ),

  animated: (p: Publication): Failure[] =>
    [...p.resources.values()].flatMap((one) =>
      magicOf(one) === 'image/gif' && /NETSCAPE2\.0|ANIMEXTS1\.0/.test(String.fromCharCode(...one.head))
        ? [{ path: one.path }]
        : [],
    ),

  /** Bytes of the pictures that one page shows. */
  heavyPages: (p: Publication, limit: number): Failure[] =>
    [...pagesOf(p)].flatMap((page) => {
      const shown = new Set(
        referencesOf(page).flatMap(({ path, kind, element }) =>
          path && ((kind === 'src' && element === 'img') || (kind === 'href' && element === 'image')) ? [path] : [],
        ),
      )
      const bytes = [...shown].reduce((sum, path) => sum + (p.resources.get(path)?.size ?? 0), 0)
      return bytes > limit ? [{ path: page.path, measured: `${(bytes / 1_048_576).toFixed(1)} MB` }] : []
    }),

  largeFixedPages: (p: Publication, most: number): Failure[] =>
    fixedPages(p).flatMap((path) => {
      const page = p.resources.get(path)
      if (!page?.bytes) return []
      return referencesOf(page).flatMap((reference) => {
        const picture = reference.path === undefined ? undefined : p.resources.get(reference.path)
        const pixels = picture && reference.element === 'img' ? pixelsOf(picture.head) : undefined
        return pixels && pixels.width * pixels.height > most
          ? [{ path, measured: `${pixels.width} × ${pixels.height} pixels` }]
          : []
      })
    }),

  oddAudio: (p: Publication): Failure[] =>
    (packageOf(p)?.items ?? []).flatMap(({ path, mediaType }) =>
      /^audio\//.test(mediaType ?? '') && !/^audio\/(mp4|m4a|x-m4a)$/.test(mediaType!) ? [{ path, measured: mediaType }] : [],
    ),

  withoutIsbn: (p: Publication): Failure[] => {
    const said = packageOf(p)?.metas('identifier') ?? []
    return said.some((one) =>
      /(?:97[89][- ]?)?\d[-\d ]{8,}[\dXx]$/.test(
        innerText(one)
          .replace(/^urn:isbn:/i, '')
          .trim(),
      ),
    )
      ? []
      : [{ path: packageOf(p)?.path }]
  },

  fonts: (p: Publication, wrong: RegExp): Failure[] =>
    [...p.resources.values()].flatMap((one) => {
      const type = magicOf(one)
      return type && wrong.test(type) ? [{ path: one.path, measured: type }] : []
    }),

  /** Families that style names and no `@font-face` brings, generic ones left out. */
  absentFonts: (p: Publication): Failure[] => {
    const said = declarations(p).filter(({ property }) => property === 'font-family')
    const name = (text: string) =>
      text
        .trim()
        .replace(/^(['"])(.*)\1$/, '$2')
        .toLowerCase()
    const brought = new Set(said.filter(({ holder }) => /^@font-face/i.test(holder)).map(({ value }) => name(value)))
    const found = new Map<string, Failure>()
    for (const { path, value, holder } of said) {
      if (holder.startsWith('@')) continue
      const names = value
        .replace(/!\s*important/i, '')
        .split(',')
        .map(name)
      if (
        names.some(
          (one) =>
            brought.has(one) || /^(serif|sans-serif|monospace|cursive|fantasy|inherit|initial|unset|system-ui|math)$/.test(one),
        )
      )
        continue
      if (!found.has(names[0]!)) found.set(names[0]!, { path, measured: names[0] })
    }
    return [...found.values()]
  },

  bodyStyles: (p: Publication) =>
    stylesWhere(
      p,
      ({ holder, property, value }) =>
        /(^|,)\s*(body|html)\s*(,|$)/.test(holder) &&
        (property === 'background-color' ||
          (property === 'font-size' && /%/.test(value)) ||
          (/^margin(-left|-right)?$/.test(property) && /\b([3-9]|\d\d)(\.\d+)?em/.test(value))),
    ),

  bothSpread: (p: Publication): Failure[] =>
    (packageOf(p)?.metas('meta') ?? []).some(
      (meta) => meta.attribs.property?.trim() === 'rendition:spread' && innerText(meta).trim() === 'both',
    )
      ? [{ path: packageOf(p)!.path, measured: 'both' }]
      : [],

  wideDrawings: (p: Publication, most: number): Failure[] =>
    [...contentOf(p, 'svg')].flatMap((drawing) => {
      const root = findElement(treeOf(drawing), 'svg')
      const side = Math.max(...['width', 'height'].map((name) => Number.parseFloat(root?.attribs[name] ?? '0') || 0))
      return side > most ? [{ path: drawing.path, measured: `${side} pixels` }] : []
    }),

  /** Fewer than four pages of 250 words, and as few files. */
  shortBook: (p: Publication): Failure[] => {
    const pages = readingOrder(p).flatMap((path) => p.resources.get(path) ?? [])
    const words = pages.reduce((sum, page) => sum + wordCountOf(page), 0)
    return pages.length < 4 && words < 1000 ? [{ measured: `${words} words` }] : []
  },

  oddFragments: (p: Publication): Failure[] =>
    flatten(tocOf(p)).flatMap(({ fragment, href }) =>
      fragment && !/^[-A-Za-z0-9_:.]+$/.test(fragment) ? [{ measured: href }] : [],
    ),

  preformatted: (p: Publication) =>
    stylesWhere(
      p,
      ({ property, value, holder }) =>
        (property === 'white-space' && /^pre\b/.test(value)) ||
        (/(^|\s|,)(ul|ol|li)$/.test(holder) && property.startsWith('margin')),
    ),

  restrictedFonts: async (p: Publication): Promise<Failure[]> => {
    const found: Failure[] = []
    for (const resource of p.resources.values()) {
      const family = await restriction(resource)
      if (family !== undefined) found.push({ path: resource.path, measured: family })
    }
    return found
  },
} as const
