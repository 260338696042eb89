import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placesOf, underPicture, wholeFoot } from './number-places.ts'

const edges = (numbers: readonly string[]) =>
  placesOf(numbers).map((place) => (place === underPicture ? 'under the picture' : [place[0], place[2]]))

test('codes of Yu-Gi-Oh! are looked for under the picture, then at the lower left of pendulum cards', () => {
  for (const code of ['SDCL-EN027', 'LOB-001', 'RA03-EN053', 'JOTL-ENDE2', 'OP12-EN019'])
    assert.deepEqual(edges([code]), ['under the picture', [-0.02, 0.5]], code)
})

test('no other number is looked for there', () => {
  for (const number of ['071/193', '159', '0048', 'SWSH174', 'OP09-004', 'BT1-084', 'HNT122', 'TG12/TG30', 'ml351'])
    assert.ok(!placesOf([number]).includes(underPicture), number)
})

test('a Pokémon may have its number at either end of the foot', () => {
  assert.deepEqual(edges(['071/193']), [[-0.02, 1.02]])
  assert.deepEqual(edges(['071/193', 'SDCL-EN027']), ['under the picture', [-0.02, 1.02]])
})

test('a name without numbers, or with one of another form, is looked for along the whole foot', () => {
  assert.deepEqual(placesOf([]), [wholeFoot, underPicture])
  assert.deepEqual(edges(['159', 'ml351']), [[-0.02, 1.02]])
})
