import { expect, test } from 'vitest'
import { isOwnRequest, maySignOut, ownPath } from './origin.ts'

const own = 'http://localhost:3000'

test.each([
  ['GET', {}, true],
  ['HEAD', { origin: 'https://evil.example' }, true],
  ['POST', { origin: own }, true],
  ['POST', { origin: own, 'sec-fetch-site': 'same-site' }, true],
  ['POST', { 'sec-fetch-site': 'same-origin' }, true],
  ['POST', {}, false],
  ['POST', { origin: 'null' }, false],
  ['POST', { origin: 'http://localhost:3001' }, false],
  ['POST', { origin: 'http://localhost:3000.evil.example', 'sec-fetch-site': 'same-origin' }, false],
  ['POST', { 'sec-fetch-site': 'none' }, false],
  ['POST', { 'sec-fetch-site': 'same-site' }, false],
  ['DELETE', { 'sec-fetch-site': 'cross-site' }, false],
] as const)('%s %o is ours: %s', (method, headers, expected) => {
  expect(isOwnRequest(method, headers, own)).toBe(expected)
})

test.each([
  [{}, true],
  [{ 'sec-fetch-site': 'same-origin' }, true],
  [{ 'sec-fetch-site': 'none' }, true],
  [{ 'sec-fetch-site': 'same-site' }, false],
  [{ 'sec-fetch-site': 'cross-site' }, false],
] as const)('sign-out with %o: %s', (headers, expected) => {
  expect(maySignOut(headers)).toBe(expected)
})

test.each([
  ['/account?tab=plan#danger', '/account?tab=plan#danger'],
  ['/', '/'],
  [undefined, '/'],
  [['/a'], '/'],
  ['account', '/'],
  ['https://evil.example/', '/'],
  ['//evil.example/', '/'],
  ['/\\evil.example/', '/'],
  ['/\t/evil.example/', '/'],
  ['/..//evil.example', '/'],
  ['/%2f/evil.example', '/%2f/evil.example'],
  ['javascript:alert(1)', '/'],
  ['/api/logout', '/'],
  [`/${'a'.repeat(3000)}`, '/'],
])('return to %o goes to %o', (wanted, expected) => {
  expect(ownPath(wanted)).toBe(expected)
})
