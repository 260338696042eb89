import { hashText } from '../../../catalog/index/format/hash-table.ts'
import type { CatalogProduct } from '../../../catalog/ports.ts'
import type { ProductRecord } from '../product-record.ts'

/** Fields of a product's record that a whole product line does not lose on a true day. */
export const factFields = [
  ...(['clean name', 'number', 'rarity', 'attribute labels', 'address', 'picture address', 'picture'] as const),
  'release information',
] as const

/** What of a product's record is compared from day to day; half a million of them must fit into the memory. */
export interface ProductFacts {
  readonly categoryId: number
  readonly groupId: number
  /** Hash of the name. */
  readonly name: number
  /** Hash of the collector number; `null` where it has none. */
  readonly number: number | null
  /** Names of its attributes, a bit for each, which a few of them share. */
  readonly attributes: number
  /** Which of `factFields` it has, a bit for each. */
  readonly fields: number
}

const bitsOf = (present: readonly boolean[]): number => present.reduce((bits, is, at) => bits | (is ? 1 << at : 0), 0)

const attributesOf = (names: readonly string[]): number =>
  names.reduce((bits, name) => bits | (1 << (hashText(name) % 31)), 0)

const hashOf = (text: string | null): number | null => (text === null ? null : hashText(text))

export const productFacts = (record: ProductRecord): ProductFacts => {
  const { category, group, name, cleanName, url, imageUrl, imageCount, presaleInfo, extendedData } = record
  const number = extendedData.find((datum) => datum.name === 'Number')?.value ?? null
  const present = [
    cleanName !== null,
    number !== null,
    extendedData.some((datum) => datum.name === 'Rarity'),
    extendedData.some((datum) => datum.displayName !== null),
    url !== null,
    imageUrl !== null,
    (imageCount ?? 0) > 0,
    // What is sold already has no date.
    presaleInfo?.isPresale === false || (presaleInfo?.releasedOn ?? null) !== null,
  ]
  return {
    categoryId: category.categoryId,
    groupId: group.groupId,
    name: hashText(name),
    number: hashOf(number),
    attributes: attributesOf(extendedData.map((datum) => datum.name)),
    fields: bitsOf(present),
  }
}

/** The same of a product in a catalogue index, which holds less of it. */
export const catalogFacts = (product: CatalogProduct): ProductFacts => {
  const { categoryId, setId, name, number, rarity, url, imageUrl } = product
  const present = [false, number !== null, rarity !== null, false, url !== null, imageUrl !== null]
  return {
    categoryId: categoryId ?? 0,
    groupId: setId ?? 0,
    name: hashText(name),
    number: hashOf(number),
    attributes: 0,
    fields: bitsOf(present),
  }
}

export const hasField = ({ fields }: ProductFacts, at: number): boolean => ((fields >> at) & 1) === 1
