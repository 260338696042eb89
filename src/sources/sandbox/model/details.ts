import type { MarketProduct } from '../../../market/ports.ts'
import type { SandboxProduct } from '../sandbox-product.ts'
import { skuModelsOf } from './skus.ts'
import { summarize } from './summary.ts'

export interface ProductAddresses {
  readonly sourceUrl: string
  readonly imageUrl: string | null
}

export const detailsOn = (
  product: SandboxProduct,
  day: number,
  { sourceUrl, imageUrl }: ProductAddresses,
): MarketProduct => {
  const { productId, name, line, set, number, rarity, sealed, attributes } = product
  return {
    productId,
    sourceUrl,
    name,
    category: { ...line },
    group: { ...set },
    productType: sealed ? 'Sealed Products' : 'Cards',
    sealed,
    cardNumber: number,
    rarity,
    attributes: number === null ? { ...attributes } : { number, ...attributes },
    formattedAttributes: formatAttributes(product),
    skus: skuModelsOf(product).map(({ sku }) => sku),
    ...summarize(product, day),
    imageUrl,
  }
}

const formatAttributes = ({ number, rarity, attributes }: SandboxProduct): Record<string, string> => {
  const formatted: Record<string, string> = {}
  if (number !== null && rarity !== null) formatted['Card Number / Rarity'] = `${number} / ${rarity}`
  else if (number !== null) formatted['Card Number'] = number
  else if (rarity !== null) formatted.Rarity = rarity
  for (const [key, value] of Object.entries(attributes)) {
    const text = displayText(value)
    if (text !== null && key !== 'number') formatted[labelOf(key)] = text
  }
  return formatted
}

/** `typeLine` → `Type Line`. */
const labelOf = (key: string): string =>
  key.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/^./, (first) => first.toUpperCase())

/** A word, a number or a list of them; whatever else an attribute holds has no plain text. */
const displayText = (value: unknown): string | null => {
  if (typeof value === 'string') return value === '' ? null : value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (!Array.isArray(value) || value.length === 0) return null
  const parts = value.map(displayText)
  return parts.includes(null) ? null : parts.join(', ')
}
