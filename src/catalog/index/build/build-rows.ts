import type { CatalogProduct } from '../../ports.ts'
import { addressTemplateOf } from '../format/address-template.ts'
import { extraFlagsOf } from '../format/extra-kinds.ts'
import { createInterner, encodeTexts } from '../format/flat-arrays.ts'
import { rowFlag } from '../format/layout.ts'

/** Products in the order of rows, and back. */
export interface RowOrder {
  readonly names: readonly string[]
  /** Position of each row's product in the input. */
  readonly order: Uint32Array
  readonly rowOf: Uint32Array
  readonly rowName: Uint32Array
  readonly rowProduct: Uint32Array
}

/** What `sort=name` compares: without case and accents, punctuation as it stands. */
const sortKeyOf = (name: string): string => name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** Place of every name in the alphabet of sort keys; names that differ in case or accents alone share one. */
const placesOf = (names: readonly string[]): Uint32Array => {
  const keys = names.map(sortKeyOf)
  const order = Uint32Array.from(keys.keys()).sort((a, b) => {
    const left = keys[a] as string
    const right = keys[b] as string
    return left < right ? -1 : left > right ? 1 : a - b
  })
  const places = new Uint32Array(names.length)
  let place = -1
  for (const [at, name] of order.entries()) {
    if (at === 0 || keys[name] !== keys[order[at - 1] as number]) place++
    places[name] = place
  }
  return places
}

/** Orders products by name, then by id: the order of search, so that a row's number is its place. */
export const orderRows = (products: readonly CatalogProduct[]): RowOrder => {
  const names = createInterner()
  const nameOf = Uint32Array.from(products, (product) => names.idOf(product.name))
  const places = placesOf(names.values)
  const idOf = Uint32Array.from(products, ({ productId }) => productId)
  const order = Uint32Array.from(products.keys()).sort(
    (a, b) =>
      (places[nameOf[a] as number] as number) - (places[nameOf[b] as number] as number) ||
      (idOf[a] as number) - (idOf[b] as number),
  )
  const rowOf = new Uint32Array(order.length)
  for (const [row, position] of order.entries()) rowOf[position] = row
  return {
    names: names.values,
    order,
    rowOf,
    rowName: Uint32Array.from(order, (position) => nameOf[position] as number),
    rowProduct: Uint32Array.from(order, (position) => idOf[position] as number),
  }
}

/** A column of one number per row, or an empty one when it says nothing. */
const column = (
  products: readonly CatalogProduct[],
  order: Uint32Array,
  read: (product: CatalogProduct) => number,
): Uint32Array => {
  const values = new Uint32Array(order.length)
  let hasValues = false
  for (const [row, position] of order.entries()) {
    const value = read(products[position] as CatalogProduct)
    if (value > 0xffffffff) throw new RangeError('The index holds whole numbers of 32 bits.')
    values[row] = value
    hasValues ||= value !== 0
  }
  return hasValues ? values : new Uint32Array(0)
}

/** Columns of what a product is beside its name, set and number; and the rarities they point to. */
export const buildColumns = (products: readonly CatalogProduct[], { order, rowProduct }: RowOrder) => {
  const rarities = createInterner()
  rarities.idOf('')
  const links = createInterner()
  links.idOf('')
  const link = (product: CatalogProduct, address: string | null): number =>
    address === null ? 0 : links.idOf(addressTemplateOf(address, product))
  const at = (position: number): CatalogProduct => products[position] as CatalogProduct
  const columns = {
    rowRarity: Uint16Array.from(order, (position) => rarities.idOf(at(position).rarity ?? '')),
    rowFlags: Uint8Array.from(
      order,
      (position) => (at(position).sealed ? rowFlag.sealed : 0) | extraFlagsOf(at(position)),
    ),
    rowMarket: column(products, order, ({ marketPriceCents }) => marketPriceCents ?? 0),
    rowLowest: column(products, order, ({ lowestPriceCents }) => lowestPriceCents ?? 0),
    rowListings: column(products, order, ({ listingCount }) => (listingCount === null ? 0 : listingCount + 1)),
    rowImage: column(products, order, (product) => link(product, product.imageUrl)),
    rowUrl: column(products, order, (product) => link(product, product.url)),
    productRows: Uint32Array.from(rowProduct.keys()).sort(
      (a, b) => (rowProduct[a] as number) - (rowProduct[b] as number),
    ),
  }
  if (rarities.values.length > 0xffff) throw new RangeError('The index holds at most 65,535 rarities.')
  return { rarities: rarities.values, sections: { ...columns, ...encodeTexts('link', links.values) } }
}
