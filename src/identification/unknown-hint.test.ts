import assert from 'node:assert/strict'
import { test } from 'node:test'
import { productsForTests } from '../../test/support/catalog-products.ts'
import type { Printing } from '../catalog/ports.ts'
import { mayMeanAnotherSet } from './unknown-hint.ts'

const magic: Printing = { ...(productsForTests[0] as Printing), categorySlug: 'magic' }

test("a set of Scryfall's own, which no market has, leaves nothing open where name and number agree", () => {
  for (const hint of ['puma', 'PM15', 'tfth', 'ohop', 'f05', 'j18', 'pal04', 'pw10', 'fmb1'])
    assert.equal(mayMeanAnotherSet(hint, magic, true), false, hint)
})

test('every other hint that no set is known by may mean another set', () => {
  for (const hint of ['MH3', 'XQZ', 'OP17', 'SV04', 'M11', 'Base Set 2'])
    assert.equal(mayMeanAnotherSet(hint, magic, true), true, hint)
  assert.equal(mayMeanAnotherSet('puma', magic, false), true)
  assert.equal(mayMeanAnotherSet('puma', { ...magic, categorySlug: 'pokemon' }, true), true)
})
