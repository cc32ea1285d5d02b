import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { features } from '../../contract/features.ts'
import { readContent } from '../markdown.ts'
import { splitFrontMatter } from './front-matter.ts'
import { renderMarkdown } from './markdown.ts'
import { withValues } from './values.ts'

describe('Markdown', () => {
  test('a fence marked diff is a galley proof', () => {
    const { html } = renderMarkdown('```diff toc.ncx\n- <a>\n+ <b>\n  same\n```')
    expect(html).toContain('<figcaption>toc.ncx</figcaption>')
    expect(html).toContain('<del class="struck">&lt;a&gt;</del>\n<ins class="inserted">&lt;b&gt;</ins>\nsame')
  })
  test('headings of the second level make the table of contents', () => {
    expect(renderMarkdown('## What `x` is\n\n### Not this').headings).toEqual([{ id: 'what-x-is', text: 'What x is' }])
  })
  test('words are counted as they are read, drawings are not', () => {
    expect(renderMarkdown('One **two**\n\n| a | b |\n|---|---|\n| three | four |').words).toBe(6)
    expect(renderMarkdown('@figure x', { figure: () => '<svg><text>not read</text></svg>' }).words).toBe(0)
  })
  test('what nobody knows ends the build', () => {
    expect(() => renderMarkdown('@nothing')).toThrow('No block is called @nothing')
    expect(() => withValues('{{pro.colour}}')).toThrow('No value is called pro.colour')
    expect(() => splitFrontMatter('# No fields')).toThrow('fields')
  })
  test('prices come from the table of plans', () => {
    expect(withValues('{{pro.monthly}} {{publisher.yearly}} {{free.size}} {{pro.repairs}}')).toBe('$5.99 $209.90 5 MB 25 repairs')
  })
})

const content = join(import.meta.dirname, '..', 'src', 'content')
const files = ['blog', 'legal'].flatMap((folder) => readdirSync(join(content, folder)).map((name) => join(content, folder, name)))

describe('articles and policies', () => {
  test.each(files.map((file) => [file.slice(content.length + 1), file] as const))('%s writes no price of its own', (_, file) => {
    const source = readFileSync(file, 'utf8')
    expect(source).not.toMatch(/\$\d+\.\d\d/)
    expect(readContent(file).html).not.toMatch(/\{\{|\}\}/)
  })
  test('each of the features is explained once, under its own name and promise', () => {
    const { html } = readContent(join(content, 'blog', 'all-37-epub-repair-features.md'))
    for (const { number, promise } of features) {
      expect(html.split(`id="feature-${number}"`)).toHaveLength(2)
      // in the table of its tier and above its explanation
      expect(html.split(promise.replaceAll('&', '&amp;')).length, promise).toBeGreaterThanOrEqual(3)
    }
  })
  test('links within the articles name headings that are there', () => {
    const pages = new Map(files.map((file) => [`/blog/${file.split('/').at(-1)?.replace('.md', '')}`, readContent(file).html]))
    for (const [from, html] of pages)
      for (const [, path, hash] of html.matchAll(/href="(\/blog\/[\w-]+)?(?:#([\w-]+))?"/g))
        if (hash) expect(pages.get(path ?? from), `${from} to ${path ?? ''}#${hash}`).toContain(`id="${hash}"`)
  })
})
