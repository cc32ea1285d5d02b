import { expect, test } from 'vitest'
import { marksIn, opened } from './traces.ts'

const mark = 'Zyzzyva-ptarmigan@x.test'

test.each([
  ['plain', mark],
  ['in another case', mark.toUpperCase()],
  ['in an address', `?to=${encodeURIComponent(mark)}&`],
  ['hex', Buffer.from(`a ${mark} b`).toString('hex')],
  ['base64, at the beginning of a group', Buffer.from(`${mark} and more`).toString('base64')],
  ['base64, one later', Buffer.from(`.${mark} and more`).toString('base64')],
  ['base64, two later', Buffer.from(`..${mark} and more`).toString('base64url')],
])('a mark is found: %s', (_, text) => {
  expect(marksIn(Buffer.from(`before ${text} after`), [mark, 'another'])).toEqual([mark])
})

test('a mark is found as sixteen-bit text, and in the payloads of a history', () => {
  expect(marksIn(Buffer.from(mark, 'utf16le'), [mark])).toEqual([mark])
  const history = JSON.stringify({ payloads: [{ data: Buffer.from(JSON.stringify({ to: mark })).toString('base64') }] })
  expect(marksIn(opened(history), [mark])).toEqual([mark])
})

test('nothing is found where nothing is', () => {
  expect(marksIn(Buffer.from('Zyzzyva ptarmigan'), [mark])).toEqual([])
})
