import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { documentSwitch } from './document-switch.ts'

const page = (markup: string) => book({ 'chapter.xhtml': (text) => text.replace('<p>It', `${markup}<p>It`) })

testRule(documentSwitch, {
  sound: [
    book(),
    page('<svg xmlns="http://www.w3.org/2000/svg"><switch><case required-namespace="a"/><default/></switch></svg>'),
  ],
  cases: {
    'a switch without its prefix': {
      broken: page('<switch><case required-namespace="http://a.org/"><x>1</x></case><default><p>one</p></default></switch>'),
      repaired: page(
        '<epub:switch><epub:case required-namespace="http://a.org/"><x xmlns="http://a.org/">1</x></epub:case><epub:default><p>one</p></epub:default></epub:switch>',
      ),
    },
  },
})
