import { expect, test } from 'vitest'
import { lookIn, lookPart, textOfContent, withMark } from './preview.ts'

const content = '<h1>One</h1><p>Cats &amp; <b>dogs</b> run.</p><style>p{}</style><p>End</p>'

test('the text of content, and marks at its places', () => {
  const text = textOfContent(content)
  expect(text.replace(/\n+/g, '|')).toBe('|One|Cats & dogs run.|End|')
  const at = (part: string) => [text.indexOf(part), text.indexOf(part) + part.length] as const
  expect(withMark(content, ...at('& d'))).toContain(
    'Cats <mark class="bookmender-found" id="bookmender-found">&amp; </mark><b><mark class="bookmender-found">d</mark>ogs</b>',
  )
  expect(withMark(content, ...at('End'))).toContain('<p><mark class="bookmender-found" id="bookmender-found">End</mark></p>')
  expect(textOfContent(withMark(content, ...at('& d')))).toBe(text)
  expect(withMark(content, 5000, 6000)).toBe(content)
})

test('only looks that can be chosen are read', () => {
  const look = { theme: 'sepia', size: 18, marks: true } as const
  expect(lookIn(lookPart(look))).toEqual(look)
  for (const part of ['dark-11', 'dark-26', 'pink-16', 'dark-16-more', '']) expect(lookIn(part)).toBeUndefined()
})
