import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { toProductSummary } from '../../../catalog/product-summary.ts'
import { mapSearchPage } from './map-search.ts'

const sample = JSON.parse(readFileSync(new URL('../market/samples/search.json', import.meta.url), 'utf8'))

/** A page whose rows are the sample's with other fields. */
const pageWith = (changed: object) => {
  const [page] = sample.results
  return { ...sample, results: [{ ...page, results: page.results.map((row: object) => ({ ...row, ...changed })) }] }
}

test('the code of a set is what the source says of the row, and null where it says none', () => {
  const codesOf = (page: unknown) => mapSearchPage(page).products.map((product) => toProductSummary(product).setCode)
  assert.equal(codesOf(sample)[0], 'RAR')
  for (const setCode of ['', ' ', null, undefined])
    assert.equal(codesOf(pageWith({ setCode }))[0], null, String(setCode))
})
