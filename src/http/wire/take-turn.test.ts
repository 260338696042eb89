import assert from 'node:assert/strict'
import { test } from 'node:test'
import { networkOf } from './take-turn.ts'

test('an IPv6 address belongs to the network of its first 64 bits, an IPv4 address is its own', () => {
  for (const [address, network] of [
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '::ffff:192.0.2.7'],
    ['::1', '::'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
    ['2001:db8:1:2::6', '2001:db8:1:2::'],
    ['2001:db8::6', '2001:db8::'],
    ['2001:db8:0:0:1:2:3:4', '2001:db8::'],
    ['', ''],
  ] as const)
    assert.equal(networkOf(address), network, address)
})
