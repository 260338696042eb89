import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Config } from '../configuration/config.ts'
import { mayPrintKey } from './first-key.ts'

test('a first key is printed where it guards nothing, or on the terminal of a service for this machine', () => {
  const printed = (marketSource: Config['marketSource'], host: string) =>
    [true, false].map((isTerminal) => mayPrintKey({ marketSource, host }, isTerminal))
  for (const host of ['127.0.0.1', '127.3.2.1', 'localhost', '::1']) {
    assert.deepEqual(printed('sandbox', host), [true, true], host)
    assert.deepEqual(printed('tcgcsv', host), [true, false], host)
    assert.deepEqual(printed('tcgplayer', host), [true, false], host)
  }
  for (const host of ['0.0.0.0', '::', '192.168.1.4', '127.0.0.1.example', 'cards.example']) {
    assert.deepEqual(printed('sandbox', host), [true, false], host)
    assert.deepEqual(printed('tcgcsv', host), [false, false], host)
  }
})
