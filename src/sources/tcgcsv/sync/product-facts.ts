import { hashText } from '../../../catalog/index/format/hash-table.ts'
import type { ProductRecord } from '../product-record.ts'

/** Fields of a product's record that a whole product line does not lose on a true day. */
export const factFields = ['clean name', 'number', 'rarity', 'attributes', 'address', 'picture address'] as const

/** What of a product's record is compared from day to day; half a million of them must fit into the memory. */
export interface ProductFacts {
  readonly categoryId: number
  readonly groupId: number
  /** Hash of the name. */
  readonly name: number
  /** Hash of the collector number; `null` where it has none. */
  readonly number: number | null
  /** Which of `factFields` it has, a bit for each. */
  readonly fields: number
}

export const productFacts = (record: ProductRecord): ProductFacts => {
  const { category, group, name, cleanName, url, imageUrl, extendedData } = record
  const number = extendedData.find((datum) => datum.name === 'Number')?.value ?? null
  const present = [
    cleanName !== null,
    number !== null,
    extendedData.some((datum) => datum.name === 'Rarity'),
    extendedData.length > 0,
    url !== null,
    imageUrl !== null,
  ]
  return {
    categoryId: category.categoryId,
    groupId: group.groupId,
    name: hashText(name),
    number: number === null ? null : hashText(number),
    fields: present.reduce((bits, is, at) => bits | (is ? 1 << at : 0), 0),
  }
}

export const hasField = ({ fields }: ProductFacts, at: number): boolean => ((fields >> at) & 1) === 1
