import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Mark, markUp } from './mark-up.ts'

const shown = (marks: readonly Mark[]) =>
  marks.map(({ kind, text }) => (kind === 'kept' ? text : kind === 'struck' ? `[-${text}-]` : `{+${text}+}`)).join('')

describe('a correction as an editor marks it', () => {
  it.each([
    ['content="calibre:42"', 'content="urn:isbn:9780000000000"', 'content="[-calibre:42-]{+urn:isbn:9780000000000+}"'],
    ['Itâ€™s late', 'It’s late', '[-Itâ€™-]{+It’+}s late'],
    ['<p>one', '<p>one</p>', '<p>one{+</p>+}'],
    ['<center>x</center>', '', '[-<center>x</center>-]'],
    ['same', 'same', 'same'],
  ])('%s → %s', (before, after, marked) => {
    expect(shown(markUp(before, after))).toBe(marked)
  })

  it('loses nothing: without the insertions it is the old line, without the strikes the new one', () => {
    const line = fc
      .array(fc.constantFrom('a', 'b', ' ', '<', '</p>', 'é', '  '), { maxLength: 12 })
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(line, line, (before, after) => {
        const marks = markUp(before, after)
        const without = (kind: Mark['kind']) =>
          marks
            .filter((mark) => mark.kind !== kind)
            .map(({ text }) => text)
            .join('')
        expect([without('inserted'), without('struck')]).toEqual([before, after])
      }),
    )
  })

  it('does not stand still over a whole chapter', () => {
    const words = (word: string) => Array.from({ length: 5000 }, (_, index) => `${word}${index}`).join(' ')
    const started = performance.now()
    expect(markUp(words('a'), words('b')).map(({ kind }) => kind)).toEqual(['struck', 'inserted'])
    expect(performance.now() - started).toBeLessThan(1000)
  })
})
