import { Marked, type Tokens } from 'marked'

export interface Heading {
  readonly id: string
  readonly text: string
}

export interface Rendered {
  readonly html: string
  /** Headings of the second level, for the table of contents. */
  readonly headings: readonly Heading[]
  /** Words that are read: running text, tables, captions and examples. */
  readonly words: number
}

/** What `@name` or `@name argument` on a line of its own becomes. */
export type Blocks = Readonly<Record<string, (argument: string) => string>>

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const plain = (html: string) =>
  html
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', '’')
    .replaceAll('&amp;', '&')

const slug = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

/** A fence marked `diff` is a galley proof: what was struck out and what was put in. */
const proof = (code: string) =>
  code
    .split('\n')
    .map((line) => {
      const rest = escaped(line.slice(1).replace(/^ /, ''))
      if (line.startsWith('-')) return `<del class="struck">${rest}</del>`
      if (line.startsWith('+')) return `<ins class="inserted">${rest}</ins>`
      return escaped(line.replace(/^ {2}/, ''))
    })
    .join('\n')

/** Articles of our own, so the text is trusted; links to other sites say that they lead there. */
export function renderMarkdown(source: string, blocks: Blocks = {}): Rendered {
  const headings: Heading[] = []
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth }: Tokens.Heading) {
        const html = this.parser.parseInline(tokens)
        const text = plain(html)
        const id = slug(text)
        if (depth === 2) headings.push({ id, text })
        return `<h${depth} id="${id}">${html}</h${depth}>\n`
      },
      code({ text, lang }: Tokens.Code) {
        const [kind = '', ...name] = (lang ?? '').split(' ')
        const label = name.join(' ')
        const caption = label ? `<figcaption>${escaped(label)}</figcaption>` : ''
        const about = label ? ` of ${escaped(label)}` : ''
        return `<figure class="code">${caption}<pre tabindex="0" role="group" aria-label="Code${about}"><code>${kind === 'diff' ? proof(text) : escaped(text)}</code></pre></figure>\n`
      },
      table(token: Tokens.Table) {
        const cells = (row: readonly Tokens.TableCell[], tag: string) =>
          row
            .map(({ tokens }) => `<${tag}${tag === 'th' ? ' scope="col"' : ''}>${this.parser.parseInline(tokens)}</${tag}>`)
            .join('')
        const head = cells(token.header, 'th')
        const body = token.rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('')
        return `<div class="table" tabindex="0" role="group" aria-label="Table: ${plain(token.header.map(({ text }) => text).join(', '))}"><table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>\n`
      },
      /** Ids and file names stay in one piece; what is longer than a line of a phone may break. */
      codespan({ text }: Tokens.Codespan) {
        return `<code${text.length <= 28 ? ' class="whole"' : ''}>${escaped(text)}</code>`
      },
      link({ href, tokens }: Tokens.Link) {
        const outside = /^https?:/.test(href) ? ' rel="noopener" class="outside"' : ''
        return `<a href="${escaped(href)}"${outside}>${this.parser.parseInline(tokens)}</a>`
      },
    },
    extensions: [
      {
        name: 'block',
        level: 'block',
        start: (text: string) => /^@[a-z]/m.exec(text)?.index,
        tokenizer(text: string) {
          const found = /^@([a-z-]+)(?: ([^\n]*))?(?:\n|$)/.exec(text)
          return found ? { type: 'block', raw: found[0], block: found[1], argument: found[2] ?? '' } : undefined
        },
        renderer({ block, argument }: Tokens.Generic) {
          const draw = blocks[block]
          if (!draw) throw new Error(`No block is called @${block}`)
          return draw(argument)
        },
      },
    ],
  })
  const html = marked.parse(source, { async: false })
  const read = plain(
    html.replaceAll(/<svg[\s\S]*?<\/svg>/g, ' ').replaceAll(/<\/?(p|li|td|th|h\d|figcaption|code|del|ins)\b/g, ' $&'),
  )
  return { html, headings, words: read.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length }
}
