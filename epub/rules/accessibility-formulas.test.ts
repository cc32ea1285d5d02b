import { book } from '../testing/book.ts'
import { inChapter } from '../testing/changes.ts'
import { testRule } from '../testing/test-rule.ts'
import { accessibilityFormulas } from './accessibility-formulas.ts'

const math = (attributes: string, inside: string) =>
  inChapter(`<math xmlns="http://www.w3.org/1998/Math/MathML"${attributes}>${inside}</math>`)
const signs = '<mi>x</mi><mo>&lt;</mo><mn>2</mn>'
const tex = `<semantics><mrow>${signs}</mrow><annotation encoding="application/x-tex">x \\lt 2</annotation></semantics>`

testRule(accessibilityFormulas, {
  sound: [book(), book(math(' alttext="x"', signs))],
  cases: {
    'its own signs': { broken: book(math('', signs)), repaired: book(math(' alttext="x &lt; 2"', signs)) },
    'its TeX': { broken: book(math('', tex)), repaired: book(math(' alttext="x \\lt 2"', tex)) },
  },
})
