import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { blocksOf } from './content/blocks.ts'
import { splitFrontMatter } from './content/front-matter.ts'
import { renderMarkdown } from './content/markdown.ts'
import { measuredValues } from './content/measured.ts'
import { withValues } from './content/values.ts'

const blocks = blocksOf(join(import.meta.dirname, 'src', 'content', 'figures'))

/** One Markdown file as the pages get it. */
export function readContent(file: string) {
  const { fields, body } = splitFrontMatter(withValues(readFileSync(file, 'utf8'), measuredValues()))
  return { fields, ...renderMarkdown(body, blocks) }
}

/**
 * Markdown is rendered while the pages are built; no parser goes to a browser. `x.md?fields` gives the fields alone, for
 * lists; `x.md?body` gives `{ html, headings, words }`.
 */
export const markdown = (): Plugin => ({
  name: 'markdown',
  enforce: 'pre',
  load(id) {
    const [file = '', query] = id.split('?')
    if (!file.endsWith('.md') || !query) return undefined
    this.addWatchFile(file)
    const { fields, ...body } = readContent(file)
    if (query === 'fields') return `export default ${JSON.stringify(fields)}`
    if (query === 'body') return `export default ${JSON.stringify(body)}`
    return undefined
  },
})
