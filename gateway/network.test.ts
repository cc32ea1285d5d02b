import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { addressOf, networkOf } from './network.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::6', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s belongs to %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test.each([
  ['nobody is believed', 0, '203.0.113.7'],
  ['one proxy of ours', 1, '198.51.100.2'],
  ['two proxies of ours', 2, '198.51.100.1'],
])('%s', (_, trusted, address) => {
  const headers = { 'x-forwarded-for': '6.6.6.6, 198.51.100.1, 198.51.100.2' }
  expect(addressOf({ headers, socket: { remoteAddress: '203.0.113.7' } as Socket }, trusted)).toBe(address)
})

test('a proxy that says nothing', () => {
  expect(addressOf({ headers: {}, socket: { remoteAddress: '203.0.113.7' } as Socket }, 2)).toBe('203.0.113.7')
})
