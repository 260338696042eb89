import assert from 'node:assert/strict'
import type { LookupAddress } from 'node:dns'
import { describe, test } from 'node:test'
import { createGuardedLookup, createResolver, isPrivateAddress, type Resolve } from './addresses.ts'

const answering =
  (...addresses: string[]): Resolve =>
  (_, __, done) =>
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )

const ask = (configured: string, asked: string, resolve: Resolve): Promise<LookupAddress[]> =>
  new Promise((accept, reject) =>
    createGuardedLookup(configured, resolve)(asked, { all: true }, (error, addresses) =>
      error ? reject(error) : accept(addresses as unknown as LookupAddress[]),
    ),
  )

describe('addresses', () => {
  test('what is not of the public internet', () => {
    const notPublic =
      '127.0.0.1 10.1.2.3 172.16.0.1 172.31.255.255 192.168.1.1 ' +
      '169.254.169.254 0.0.0.0 100.64.0.1 224.0.0.1 255.255.255.255'
    for (const address of notPublic.split(' ')) assert.equal(isPrivateAddress(address), true, address)
    for (const address of [
      ...['::1', '::', 'fe80::1', 'fd00::1', 'ff02::1', '::ffff:127.0.0.1', '::ffff:10.0.0.1', '64:ff9b::a00:1'],
    ])
      assert.equal(isPrivateAddress(address), true, address)
    assert.equal(isPrivateAddress('no address'), true)
    for (const address of ['1.1.1.1', '172.32.0.1', '104.18.12.1', '2606:4700::1111'])
      assert.equal(isPrivateAddress(address), false, address)
  })

  test('a name with any private address is refused at connect, and so is any other name', async () => {
    assert.deepEqual(await ask('shop.example', 'shop.example', answering('1.1.1.1')), [
      { address: '1.1.1.1', family: 4 },
    ])
    for (const bad of [['127.0.0.1'], ['1.1.1.1', '169.254.169.254'], ['::1'], ['::ffff:10.0.0.1']])
      await assert.rejects(ask('shop.example', 'shop.example', answering(...bad)), { code: 'PRIVATE_ADDRESS' })
    await assert.rejects(ask('shop.example', 'evil.example', answering('1.1.1.1')), { code: 'PRIVATE_ADDRESS' })
    assert.deepEqual(await ask('localhost', 'localhost', answering('127.0.0.1')), [{ address: '127.0.0.1', family: 4 }])
  })

  test('few names are resolved at once, and each once', async () => {
    let atOnce = 0
    let most = 0
    let asked = 0
    const slow: Resolve = (_, __, done) => {
      asked++
      most = Math.max(most, ++atOnce)
      setTimeout(() => {
        atOnce--
        done(null, [{ address: '1.1.1.1', family: 4 }])
      }, 5)
    }
    const resolver = createResolver(slow)
    const names = Array.from({ length: 20 }, (_, index) => `host-${index % 5}.example`)
    await Promise.all(names.map((name) => ask(name, name, resolver)))
    assert.deepEqual([most, asked], [2, 5])
  })
})
