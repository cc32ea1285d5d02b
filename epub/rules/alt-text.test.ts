import { expect, test } from 'vitest'
import { book } from '../testing/book.ts'
import { applyRule, testRule } from '../testing/test-rule.ts'
import { altText } from './alt-text.ts'

const picture = '<p><img src="picture.png" alt="A grey dot"/></p>'
const page = (markup: string) => ({ 'chapter.xhtml': (text: string) => text.replace(picture, markup) })
/** A PNG of 300 by 200 pixels, as far as its header says. */
const large = (() => {
  const bytes = new Uint8Array(64)
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 1, 44, 0, 0, 0, 200])
  return bytes
})()
const shown = (markup: string) => book({ ...page(markup), 'picture.png': large })

testRule(altText, {
  sound: [book(), shown('<p><img src="picture.png" alt=""/></p>')],
  cases: {
    'a caption speaks': {
      broken: shown('<figure><img src="picture.png"/><figcaption>The mill in winter.</figcaption></figure>'),
      repaired: shown(
        '<figure><img src="picture.png" alt="The mill in winter."/><figcaption>The mill in winter.</figcaption></figure>',
      ),
      also: ([finding]) => expect(finding).toMatchObject({ confidence: 0.85, by: 'offline' }),
    },
    'a line that calls itself a figure': {
      broken: shown('<p><img src="picture.png" alt="picture.png"/></p><p>Fig. 3: The “old” mill</p>'),
      repaired: shown('<p><img src="picture.png" alt="Fig. 3: The “old” mill"/></p><p>Fig. 3: The “old” mill</p>'),
    },
    'a dot adorns': {
      broken: book(page('<p><img src="picture.png"/></p>')),
      repaired: book(page('<p><img src="picture.png" alt=""/></p>')),
    },
  },
})

const asked = (answer: unknown) =>
  applyRule(altText, shown('<p><img src="picture.png"/></p>'), {
    model: { name: 'm', hasVision: true, ask: async (question) => question.parse({ alt: answer }) },
  })

test('a model looks at what nothing speaks for; what is no plain sentence is no answer', async () => {
  expect((await asked('A watermill under snow')).findings).toMatchObject([{ after: 'A watermill under snow', by: 'model' }])
  expect((await asked('<script>alert(1)</script>')).findings).toEqual([])
  expect((await asked('x'.repeat(400))).findings).toEqual([])
  expect((await asked(7)).findings).toEqual([])
})

test('a person may say it better', async () => {
  const [finding] = (await asked('A mill')).findings
  expect(finding?.reworded?.('Mill & "brook"')).toMatchObject([
    { after: expect.stringContaining('alt="Mill &amp; &quot;brook&quot;"') },
  ])
})
