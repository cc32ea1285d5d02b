import { expect, test } from 'vitest'
import { collapsed } from './inlines.ts'
import { blockMarkup, createStyles } from './markup.ts'
import { readHtml } from './read-html.ts'

const written = async (html: string) => {
  const { blocks } = await readHtml(html, { path: 'a.html', load: async () => undefined })
  const styles = createStyles()
  return blockMarkup(blocks, {
    version: 3,
    linkTo: (id) => `#${id}`,
    noteLink: () => '[note]',
    picture: (path) => path,
    classOf: styles.classOf,
    headingId: () => undefined,
  })
}

test('spaces stay where they stand: neither lost nor added at the ends of marks', async () => {
  expect(await written('<p>a <b>b</b> c</p>')).toBe('<p>a <strong>b</strong> c</p>')
  expect(await written('<p>a<b> b </b>c</p>')).toBe('<p>a<strong> b </strong>c</p>')
  expect(await written('<p>a <b> b </b> <i> c</i></p>')).toBe('<p>a <strong>b </strong><em>c</em></p>')
  expect(await written('<p>x<span style="color:red">\n red \n</span>y</p>')).toBe('<p>x<span class="s1"> red </span>y</p>')
  expect(await written('<p> a<br> b <br>c </p>')).toBe('<p>a<br/>b<br/>c</p>')
  expect(await written('<p>Mr.&nbsp;<b>X</b></p>')).toBe('<p>Mr.\u00a0<strong>X</strong></p>')
})

test('marks of which nothing is left go; places and notes need no space', () => {
  expect(collapsed([{ kind: 'mark', mark: 'em', children: [{ kind: 'text', text: '  ' }] }])).toEqual([])
  const note = { kind: 'note', id: 'n' } as const
  expect(collapsed([{ kind: 'text', text: 'word ' }, note, { kind: 'text', text: ' on ' }])).toEqual([
    { kind: 'text', text: 'word ' },
    note,
    { kind: 'text', text: ' on' },
  ])
})
