import fc from 'fast-check'
import { maxSourceId } from '../../src/market/ports.ts'
import type { SandboxProduct } from '../../src/sources/sandbox/sandbox-product.ts'

/** A card to test with; whatever is given replaces what it is by default. */
export const aProduct = (changes: Partial<SandboxProduct> = {}): SandboxProduct => ({
  productId: 300_004,
  name: 'Charizard',
  line: { id: 3, name: 'Pokemon', slug: 'pokemon' },
  set: { id: 3001, name: 'Base Set', slug: 'base-set', code: 'BS', publishedOn: '1999-01-09' },
  number: '004/102',
  rarity: 'Holo Rare',
  sealed: false,
  variants: ['Unlimited Holofoil', '1st Edition Holofoil'],
  languages: ['English'],
  anchorPriceCents: 42_000,
  attributes: { type: 'Fire', hp: 120 },
  ...changes,
})

/** Any product that a catalogue may hold, reserved ids left out. */
export const anyProduct: fc.Arbitrary<SandboxProduct> = fc
  .record({
    productId: fc.oneof(fc.integer({ min: 1, max: 989_999 }), fc.integer({ min: 991_000, max: maxSourceId })),
    name: fc.string({ unit: 'grapheme', maxLength: 80 }),
    rarity: fc.option(
      fc.constantFrom('Common', 'Uncommon', 'Rare', 'Holo Rare', 'Mythic', 'Secret Rare', 'Promo', 'Whatever'),
    ),
    sealed: fc.boolean(),
    variants: fc.subarray(['Normal', 'Foil', 'Holofoil', 'Reverse Holofoil', '1st Edition', 'Unlimited']),
    languages: fc.subarray(['English', 'Japanese', 'German', 'French']),
    anchorPriceCents: fc.option(fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 10_000_000 }))),
  })
  .map(aProduct)

/** A day between 2020 and 2033. */
export const anyDay = fc.integer({ min: 18_262, max: 23_000 })

/** 2026-11-21. */
export const today = 20_778
