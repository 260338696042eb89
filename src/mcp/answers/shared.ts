import Type, { type Static, type TObject } from 'typebox'
import type { Offer, Price, ProductSummary } from '../../../packages/client/src/client.ts'
import { productSummaryFields } from '../../contract/catalog.ts'
import { NullableText } from '../../contract/fields.ts'
import { Offer as ContractOffer, Seller } from '../../contract/listings.ts'
import { Price as ContractPrice } from '../../contract/prices.ts'

/** Characters of JSON that the rows may take: what an agent reads without losing the thread, and hosts pass on. */
const maxRowChars = 24_000

/** Takes the fields of a schema, in their order, out of what the service answered. */
export const pick = <Schema extends TObject, Answer extends Readonly<Record<keyof Schema['properties'], unknown>>>(
  { properties }: Schema,
  answer: Answer,
) =>
  Object.fromEntries(Object.keys(properties).map((name) => [name, answer[name]])) as Pick<
    Answer,
    keyof Schema['properties'] & keyof Answer
  >

/** Says what was left out of an answer; absent from a whole one. */
export const CutNotice = Type.Optional(
  Type.String({ description: 'Only where this answer was shortened: what was left out, and how to get it.' }),
)

/** As many of the first rows as an answer has space for. */
export const fitRows = <Row extends object>(rows: readonly Row[]): Row[] => {
  let chars = 0
  const tooMany = rows.findIndex((row) => {
    chars += JSON.stringify(row).length + 1
    return chars > maxRowChars
  })
  return tooMany < 0 ? [...rows] : rows.slice(0, tooMany)
}

const { productId, name, category, setName, cardNumber, rarity, marketPrice, lowestPrice } = productSummaryFields

/** A product of a list without what an agent has no use for. */
export const ShortProduct = Type.Object({
  productId,
  name,
  line: category,
  set: setName,
  number: cardNumber,
  rarity,
  sealed: Type.Optional(Type.Literal(true)),
  marketPrice,
  lowestPrice,
})

export const shortProduct = (product: ProductSummary): Static<typeof ShortProduct> => ({
  productId: product.productId,
  name: product.name,
  line: product.category,
  set: product.setName,
  number: product.cardNumber,
  rarity: product.rarity,
  ...(product.sealed ? { sealed: true } : {}),
  marketPrice: product.marketPrice,
  lowestPrice: product.lowestPrice,
})

/** A row of prices; its time stands there only where the rows differ in it. */
export const ShortPrice = Type.Object({
  ...Type.Omit(ContractPrice, ['calculatedAt']).properties,
  calculatedAt: Type.Optional(NullableText('When the source calculated this row, where the rows differ.')),
})

/** Rows of prices, whose time is told once where it is the same for all. */
export const shortPrices = (
  prices: readonly Price[],
): { readonly calculatedAt: string | null; readonly prices: Static<typeof ShortPrice>[] } => {
  const [calculatedAt = null, ...others] = new Set(prices.map((price) => price.calculatedAt))
  if (others.length > 0) return { calculatedAt: null, prices: [...prices] }
  return { calculatedAt, prices: prices.map(({ calculatedAt: _, ...rest }) => rest) }
}

const OfferFields = Type.Pick(ContractOffer, [
  'listingId',
  'skuId',
  'condition',
  'variant',
  'language',
  'quantity',
  'itemPrice',
  'shippingPrice',
  'totalPrice',
])

/** What a seller asks, with the ids by which an agent can come back to it. */
export const ShortOffer = Type.Object({
  ...OfferFields.properties,
  seller: Seller.properties.name,
  rating: Seller.properties.ratingPercent,
  custom: Type.Optional(Type.Literal(true, { description: 'May not be exactly the catalogue item.' })),
})

export const shortOffer = (one: Offer): Static<typeof ShortOffer> => ({
  ...pick(OfferFields, one),
  seller: one.seller.name,
  rating: one.seller.ratingPercent,
  ...(one.custom ? { custom: true } : {}),
})
