import type { Sku } from '../../../contract/product-details.ts'
import { reservedIds } from '../../../contract/reserved-products.ts'
import type { SandboxProduct } from '../sandbox-product.ts'
import { anchorCentsOf } from './anchor.ts'
import { draw, fractionOf, mix } from './hash.ts'
import { type MarketDay, smoothNoise } from './market-day.ts'
import { maxSkusPerProduct, skuIdOf } from './sku-id.ts'

/** How well the market knows a SKU: priced, listed with a row of nulls, or left out of the answer. */
export type Coverage = 'priced' | 'unpriced' | 'left-out'

export interface SkuModel {
  readonly sku: Sku
  readonly seed: number
  /** Its price in cents on a day of trend 1, not rounded. */
  readonly referenceCents: number
  /** Its part of the product's trade; the parts of a product do not add up to 1. */
  readonly share: number
  readonly coverage: Coverage
}

interface Grade {
  readonly condition: string
  readonly factor: number
  readonly share: number
  /** Chance of a row of nulls; about 8 % over all SKUs of a card. */
  readonly unpricedChance: number
}

const cardGrades: readonly Grade[] = [
  { condition: 'Near Mint', factor: 1, share: 0.6, unpricedChance: 0.03 },
  { condition: 'Lightly Played', factor: 0.86, share: 0.23, unpricedChance: 0.05 },
  { condition: 'Moderately Played', factor: 0.7, share: 0.1, unpricedChance: 0.08 },
  { condition: 'Heavily Played', factor: 0.52, share: 0.05, unpricedChance: 0.12 },
  { condition: 'Damaged', factor: 0.36, share: 0.02, unpricedChance: 0.14 },
]
const sealedGrades: readonly Grade[] = [{ condition: 'Unopened', factor: 1, share: 1, unpricedChance: 0.08 }]

const leftOutChance = 0.03

/** How dear a finish is next to the plain one. */
const variantFactor = (variant: string): number => {
  const words = variant.toLowerCase()
  let factor = words.includes('1st edition') ? 2.5 : 1
  if (words.includes('reverse')) factor *= 1.4
  else if (words.includes('holofoil')) factor *= 1.7
  else if (words.includes('foil')) factor *= 2.4
  else if (words.includes('limited') && !words.includes('unlimited')) factor *= 1.3
  return factor
}

const languageFactor = (language: string): number =>
  language === 'English' ? 1 : language === 'Japanese' ? 0.75 : 0.65

/** Every SKU, the main one first: variants and languages as in the catalogue, conditions from best to worst. */
export const skuModelsOf = (product: SandboxProduct): readonly SkuModel[] => {
  const grades = product.sealed ? sealedGrades : cardGrades
  const variants = product.variants.length > 0 ? product.variants : ['Normal']
  const languages = product.languages.length > 0 ? product.languages : ['English']
  const baseCents = anchorCentsOf(product) / (variantFactor(variants[0] ?? '') * languageFactor(languages[0] ?? ''))
  const models: SkuModel[] = []
  for (const [variantIndex, variant] of variants.entries()) {
    for (const [languageIndex, language] of languages.entries()) {
      // A finish in a language is kept whole or not at all, so that no product ends in half a row of conditions.
      if (models.length + grades.length > maxSkusPerProduct) return models
      const finishCents = baseCents * variantFactor(variant) * languageFactor(language)
      const finishShare = (variantIndex === 0 ? 1 : 0.5) * (languageIndex === 0 ? 1 : 0.25)
      for (const grade of grades)
        models.push(skuModel(product.productId, models.length + 1, variant, language, grade, finishCents, finishShare))
    }
  }
  return models
}

const skuModel = (
  productId: number,
  ordinal: number,
  variant: string,
  language: string,
  grade: Grade,
  finishCents: number,
  finishShare: number,
): SkuModel => {
  const seed = mix(mix(productId, draw.sku), ordinal)
  return {
    sku: { skuId: skuIdOf(productId, ordinal), condition: grade.condition, variant, language },
    seed,
    // The main SKU keeps the anchor; the spread of the others is too small to turn the order of conditions round.
    referenceCents: finishCents * grade.factor * (ordinal === 1 ? 1 : 0.98 + 0.04 * fractionOf(seed, draw.price)),
    share: grade.share * finishShare,
    coverage: isAlwaysPriced(productId, ordinal)
      ? 'priced'
      : coverageOf(fractionOf(seed, draw.coverage), grade.unpricedChance),
  }
}

/** The main SKU, and each of the reserved product with thousands of offers, so that it has offers of every SKU. */
const isAlwaysPriced = (productId: number, ordinal: number): boolean =>
  ordinal === 1 || productId === reservedIds.manyOffers

const coverageOf = (luck: number, unpricedChance: number): Coverage =>
  luck < leftOutChance ? 'left-out' : luck < leftOutChance + unpricedChance ? 'unpriced' : 'priced'

/** The market price of a SKU on a day in cents, never below 1: the product's trend with a slight wave of its own. */
export const priceCentsOn = (model: SkuModel, { day, trend }: MarketDay): number =>
  Math.max(1, Math.round(model.referenceCents * trend * (1 + 0.012 * smoothNoise(model.seed, day, 20))))
