import type { SandboxProduct } from '../sandbox-product.ts'
import { draw, fractionOf, mix } from './hash.ts'

/** Words of a rarity, the dearest class first, with the price span in cents that they suggest. */
const spans: readonly (readonly [words: RegExp, lowCents: number, highCents: number])[] = [
  [/secret|starlight|ghost|enchanted|alternate|special illustration|hyper|serial|legendary|marvel/i, 600, 25_000],
  [/ultra|illustration|double|mythic|super|leader|collector|prismatic|amazing|radiant|majestic/i, 90, 6_000],
  [/holo|promo|fabled|parallel|shiny/i, 60, 3_000],
  [/uncommon/i, 6, 150],
  [/rare/i, 15, 900],
  [/common|token|code|short|land|basic/i, 4, 60],
]
const unknownSpan = [6, 250] as const
const sealedSpan = [499, 24_000] as const

/**
 * The price in cents around which a product moves: the catalogue's anchor, else one derived from rarity and id. Derived
 * prices lie mostly near the low end, as bulk does, and now and then far up.
 */
export const anchorCentsOf = (product: SandboxProduct): number => {
  const { anchorPriceCents, productId } = product
  if (anchorPriceCents !== null) return anchorPriceCents
  const [lowCents, highCents] = spanOf(product)
  const luck = fractionOf(mix(productId, draw.anchor), 0)
  return Math.round(lowCents + (highCents - lowCents) * luck * luck * luck * luck)
}

const spanOf = ({ sealed, rarity }: SandboxProduct): readonly [number, number] => {
  if (sealed) return sealedSpan
  if (rarity === null) return unknownSpan
  const span = spans.find(([words]) => words.test(rarity))
  return span === undefined ? unknownSpan : [span[1], span[2]]
}
