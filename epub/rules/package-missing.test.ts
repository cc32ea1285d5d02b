import { expect } from 'vitest'
import { rebuiltPackage } from '../package/rebuild.ts'
import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { packageMissing } from './package-missing.ts'

const gone = book({ 'package.opf': undefined })
const empty = book({ 'package.opf': '' })
const built = rebuiltPackage(gone)!

testRule(packageMissing, {
  sound: [book(), book({ 'package.opf': (text) => text.slice(0, 600) })],
  cases: {
    'a package that is gone': {
      broken: gone,
      repaired: book({ 'package.opf': built.content }),
      also: () => expect(built.path).toBe('EPUB/package.opf'),
    },
    'a package that is empty': { broken: empty, repaired: book({ 'package.opf': built.content }) },
  },
})
