/**
 * Writes the books of the checker's own tests as archives, so that the Java EPUBCheck can confirm what they say:
 *
 *   node tests/bench/checker-cases.ts FOLDER
 *
 * then its verdicts over FOLDER are compared with `tests/bench/checker.ts --corpus FOLDER --verdicts FILE --warnings`.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bytesOf } from '../../epub/testing/book.ts'
import { cssCases, documentCases, otherCases, packageCases } from '../../epub/testing/check-cases.ts'

const folder = process.argv[2]
if (!folder) throw new Error('Which folder?')
await mkdir(folder, { recursive: true })
for (const [group, cases] of Object.entries({ documentCases, cssCases, packageCases, otherCases }))
  for (const [name, { book }] of Object.entries(cases))
    await writeFile(join(folder, `${group}-${name.replace(/[^\w]+/g, '-')}.epub`), await bytesOf(book))
