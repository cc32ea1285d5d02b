import { expect, test } from 'vitest'
import { ungarbled } from '../ai/encoding/document.ts'
import { written } from '../publication.ts'
import { book } from '../testing/book.ts'
import { applyRule, testRule } from '../testing/test-rule.ts'
import { encodingInference } from './encoding-inference.ts'

const page = (text: string) => ({ 'chapter.xhtml': (page: string) => page.replace('It was a bright cold day in April.', text) })
const language = (to: string) => ({ 'package.opf': (text: string) => text.replace('<dc:language>en', `<dc:language>${to}`) })
const read = (text: string, ...languages: string[]) => {
  let out = ''
  let at = 0
  for (const { start, before, after } of ungarbled(written('a.xhtml', text), languages)) {
    out += text.slice(at, start) + after
    at = start + before.length
  }
  return out + text.slice(at)
}

testRule(encodingInference, {
  sound: [
    book(page('“Naïve” café, l’été, 20 °C, Łódź, Malmø, Dvořák, αβγ, Москва — and so on…')),
    book({ ...page('Žluťoučký kůň pěl ďábelské ódy. Bjørn, Sjælland, Æsop.'), ...language('cs') }),
    book(page('<code>Ã©, â€™, √©</code> is what garbled text looks like.')),
  ],
  cases: {
    'UTF-8 that a Macintosh read as its own': {
      broken: book(page('He said, ‚ÄúI won‚Äôt.‚Äù')),
      repaired: book(page('He said, “I won’t.”')),
      also: ([finding]) => expect(finding?.note).toContain('utf-8 read as macintosh'),
    },
  },
})

test.each([
  ['ru', 'Ïðèâåò, ìèð! Êàê òâîè äåëà ñåãîäíÿ óòðîì?', 'Привет, мир! Как твои дела сегодня утром?'],
  ['ru', 'оПХБЕР, ЛХП! йЮЙ РБНХ ДЕКЮ ЯЕЦНДМЪ СРПНЛ ДНПНЦНИ ДПСЦ?', 'Привет, мир! Как твои дела сегодня утром дорогой друг?'],
  ['cs', 'Pøíliš žluouèký kùò úpìl ïábelské ódy.', 'Příliš žluoučký kůň úpěl ďábelské ódy.'],
  ['fr', 'l√¢‚Ç¨‚Ñ¢√É¬©t√É¬©', 'l’été'],
  ['de', 'KÃƒÂ¤se fÃƒÂ¼r GÃƒÂ¤ste', 'Käse für Gäste'],
])('%s: %s', (language, garbled, sound) => {
  expect(read(`<p>${garbled}</p>`, language)).toBe(`<p>${sound}</p>`)
})

test('characters that are lost are told, never guessed', async () => {
  const broken = book(page('Caf\ufffd and na\ufffdve'))
  const { findings, patches } = await applyRule(encodingInference, broken, { offering: true })
  expect(findings).toMatchObject([{ class: 'report', note: expect.stringContaining('2 characters were lost') }])
  expect(patches).toEqual([])
})
