import assert from 'node:assert/strict'
import { test } from 'node:test'
import './console-modules.ts'

const { grayLine } = await import(new URL('../../web/stack-view/gray-line.js', import.meta.url).href)

const printing = { setName: 'Base Set', cardNumber: '4/102', rarity: 'Rare', sealed: false }
const copy = (variant: string | null, language: string | null = 'English') => ({ variant, language })
const lineOf = (sku: object | null, ...others: object[]) =>
  grayLine(printing, { sku, skus: sku ? [sku, ...others] : null })

test('a closed row says which finish is priced where there are several, and a language that is not English', () => {
  const place = 'Base Set · #4/102 · Rare'
  assert.equal(lineOf(copy('Foil'), copy('Normal')), `${place} · Foil`)
  assert.equal(lineOf(copy('1st Edition', null), copy('Unlimited', null)), `${place} · 1st Edition`)
  assert.equal(lineOf(copy('Normal', 'Japanese'), copy('Foil', 'Japanese')), `${place} · Japanese`)
  for (const sku of [copy('Normal'), copy('Holofoil'), null]) assert.equal(lineOf(sku), place)
})
