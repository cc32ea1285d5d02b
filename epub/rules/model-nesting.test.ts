import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { modelNesting } from './model-nesting.ts'

const page = (change: (text: string) => string) => book({ 'chapter.xhtml': change })
const swapped = (from: string, to: string) => page((text) => text.replace(from, to))

testRule(modelNesting, {
  cases: {
    'a link in a link': {
      broken: swapped('It was a bright cold day in April.', '<a href="http://a.org/">x <a href="#one">y</a></a>'),
      repaired: swapped('It was a bright cold day in April.', '<a href="http://a.org/">x</a> <a href="#one">y</a>'),
    },
    'links in a link that goes on behind them': {
      broken: swapped(
        'It was a bright cold day in April.',
        '<a id="n" href="b.xhtml">x <a href="#one">y</a> z <a href="#one">w</a></a>',
      ),
      repaired: swapped(
        'It was a bright cold day in April.',
        '<a id="n" href="b.xhtml">x</a> <a href="#one">y</a> <a href="b.xhtml">z</a> <a href="#one">w</a>',
      ),
    },
    'a link deeper in a link': {
      broken: swapped('It was a bright cold day in April.', '<a href="http://a.org/">x <b><a href="#one">y</a></b></a>'),
      repaired: swapped('It was a bright cold day in April.', '<a href="http://a.org/">x <b><span>y</span></b></a>'),
    },
    'a link in one that leads nowhere': {
      broken: swapped('It was a bright cold day in April.', '<a href="#"><a href="#one">y</a></a>'),
      repaired: swapped('It was a bright cold day in April.', '<span><a href="#one">y</a></span>'),
    },
  },
})
