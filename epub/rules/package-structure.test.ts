import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { packageStructure } from './package-structure.ts'

const swapped = (text: string) => {
  const [metadata, manifest] = [/<metadata[\s\S]*<\/metadata>/, /<manifest[\s\S]*<\/manifest>/].map((part) => part.exec(text)![0])
  return text.replace(metadata!, '@').replace(manifest!, metadata!).replace('@', manifest!)
}

testRule(packageStructure, {
  cases: {
    'words among the entries of the spine': {
      broken: book({ 'package.opf': (text) => text.replace('  </spine>', 'chapter list end</spine>') }),
      repaired: book({ 'package.opf': (text) => text.replace('  </spine>', '</spine>') }),
    },
    'the manifest before the metadata': {
      broken: book({ 'package.opf': swapped }),
      repaired: book(),
    },
    'no spine at all': {
      broken: book({ 'package.opf': (text) => text.replace(/ {2}<spine[\s\S]*<\/spine>\n/, '') }),
      repaired: book({ 'package.opf': (text) => text.replace(/<spine[\s\S]*<\/spine>/, '<spine></spine>') }),
    },
  },
})
