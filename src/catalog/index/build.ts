import type { CatalogProduct } from '../ports.ts'
import { numberSkeleton, readCollectorNumber } from '../text/collector-number.ts'
import { foldedWords, slugOf } from '../text/fold.ts'
import { type ProductName, readProductName } from '../text/product-name.ts'
import { skeletonOf } from '../text/skeleton.ts'
import { buildBuckets, hashText } from './buckets.ts'
import { encodeIndex } from './file.ts'
import { type IndexCategory, type IndexSections, type IndexSet, rowFlag } from './layout.ts'
import { templateOf } from './links.ts'
import { numberKeys } from './number-keys.ts'
import { createInterner, createPool, groupBy, groupLists } from './pack.ts'
import { spellingsOf } from './set-names.ts'
import { pushDeletes } from './spelling.ts'

/** A product line as a source lists it. */
export interface CategoryRecord {
  readonly id: number
  readonly name: string
  readonly slug?: string
}

/** A set as a source lists it. */
export interface SetRecord {
  readonly id: number
  readonly categoryId: number
  readonly name: string
  readonly slug?: string | null
  readonly code?: string | null
  readonly publishedOn?: string | null
}

/** All that an index is built of. Product lines and sets that only products name are added. */
export interface IndexInput {
  readonly sourceName: string
  /** ISO 8601 instant at which the data was fetched at its origin. */
  readonly fetchedAt: string
  /** In the order of the source; product ids are unique. */
  readonly products: readonly CatalogProduct[]
  readonly categories?: readonly CategoryRecord[]
  readonly sets?: readonly SetRecord[]
}

/** Sets and product lines of the input, each with its position, and the set of every product. */
const arrange = ({ products, categories = [], sets = [] }: IndexInput) => {
  const lines: IndexCategory[] = []
  const lineAt = new Map<number, number>()
  const addLine = (id: number, name: string, slug?: string | null): number => {
    const known = lineAt.get(id)
    if (known !== undefined) return known
    lineAt.set(id, lines.length)
    lines.push({ id, name, slug: slug || slugOf(name) || `category-${id}` })
    return lines.length - 1
  }
  for (const { id, name, slug } of categories) addLine(id, name, slug)
  const releases: (Omit<IndexSet, 'count'> & { count: number })[] = []
  const releaseAt = new Map<string, number>()
  const addSet = (category: number, id: number, name: string, rest: Partial<SetRecord>): number => {
    const key = `${category}:${id}`
    const known = releaseAt.get(key)
    if (known !== undefined) return known
    releaseAt.set(key, releases.length)
    const { slug, code, publishedOn } = rest
    releases.push({
      id,
      category,
      name,
      slug: slug || slugOf(name) || `set-${id}`,
      code: code || null,
      spellings: spellingsOf(name),
      publishedOn: publishedOn ?? null,
      count: 0,
    })
    return releases.length - 1
  }
  for (const set of sets) {
    const category = lineAt.get(set.categoryId)
    if (category !== undefined) addSet(category, set.id, set.name, set)
  }
  const setOf = products.map((product) => {
    const category = addLine(product.categoryId ?? 0, product.categoryName ?? 'Other', product.categorySlug)
    const set = addSet(category, product.setId ?? 0, product.setName ?? 'Other', { slug: product.setSlug, code: product.setCode })
    const release = releases[set]
    if (release) release.count++
    return set
  })
  if (releases.length > 0xffff)
    throw new RangeError(`The index holds at most 65,535 sets; these products have ${releases.length}.`)
  return { lines, releases, setOf }
}

const cents = (amount: number | null): number =>
  amount === null || !(amount > 0) ? 0 : Math.min(0xffffffff, Math.round(amount * 100))

/** A column of one number per row, or an empty one when it says nothing. */
const column = (
  products: readonly CatalogProduct[],
  order: Uint32Array,
  read: (product: CatalogProduct) => number,
): Uint32Array => {
  const values = new Uint32Array(order.length)
  let told = false
  for (const [row, position] of order.entries()) {
    const value = read(products[position] as CatalogProduct)
    values[row] = value
    told ||= value !== 0
  }
  return told ? values : new Uint32Array(0)
}

/** Weight of a word by how few names hold it: a rare word tells more. */
const rarity = (names: number, holding: number): number => Math.max(0.4, Math.log(1 + names / Math.max(1, holding)))

/** What `sort=name` compares: without case and accents, punctuation as it stands. */
const sortKeyOf = (name: string): string => name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** Builds the whole index of a catalogue as one flat buffer, which `openIndex` reads and a file stores as it is. */
export const buildIndex = (input: IndexInput): ArrayBuffer => {
  const { products } = input
  const { lines, releases, setOf } = arrange(input)

  const names = createInterner()
  const nameOf = Uint32Array.from(products, (product) => names.idOf(product.name))
  const parted: ProductName[] = names.values.map(readProductName)
  const sortKeys = names.values.map(sortKeyOf)
  const nameOrder = Uint32Array.from(sortKeys.keys()).sort((a, b) => {
    const left = sortKeys[a] as string
    const right = sortKeys[b] as string
    return left < right ? -1 : left > right ? 1 : a - b
  })
  const namePlace = new Uint32Array(sortKeys.length)
  let place = -1
  for (const [at, name] of nameOrder.entries()) {
    if (at === 0 || sortKeys[name] !== sortKeys[nameOrder[at - 1] as number]) place++
    namePlace[name] = place
  }
  const order = Uint32Array.from(products.keys()).sort(
    (a, b) =>
      (namePlace[nameOf[a] as number] as number) - (namePlace[nameOf[b] as number] as number) ||
      (products[a] as CatalogProduct).productId - (products[b] as CatalogProduct).productId,
  )
  const rowOf = new Uint32Array(order.length)
  for (const [row, position] of order.entries()) rowOf[position] = row
  const rowName = Uint32Array.from(order, (position) => nameOf[position] as number)
  const rowSet = Uint16Array.from(order, (position) => setOf[position] as number)
  const rowProduct = Uint32Array.from(order, (position) => (products[position] as CatalogProduct).productId)

  const numbers = createInterner()
  numbers.idOf('')
  const rowNumber = Uint32Array.from(order, (position) =>
    numbers.idOf((products[position] as CatalogProduct).number?.trim() ?? ''),
  )
  const numberDigits = Uint32Array.from(numbers.values, (number) => readCollectorNumber(number)?.digits ?? 0)
  const numberHashes: number[] = []
  const numberIds: number[] = []
  for (const [id, number] of numbers.values.entries()) {
    for (const key of numberKeys(readCollectorNumber(number), numberSkeleton(number))) {
      numberHashes.push(hashText(key))
      numberIds.push(id)
    }
  }

  const bases = createInterner()
  const nameBase = Uint32Array.from(parted, ({ base }) => bases.idOf(base))
  const baseWords = bases.values.map(foldedWords)
  const qualifierWords = parted.map(({ qualifier }) => foldedWords(qualifier))
  const vocabulary = [...new Set([...baseWords.flat(), ...qualifierWords.flat()])].sort()
  const tokenOf = new Map(vocabulary.map((word, token) => [word, token]))
  const toTokens = (words: readonly string[]): number[] => [...new Set(words)].map((word) => tokenOf.get(word) as number)
  const baseTokens = groupLists(baseWords.map(toTokens))
  const nameQualifiers = groupLists(qualifierWords.map(toTokens))
  const tokenBases = groupBy(baseTokens.entries, vocabulary.length, baseTokens.owners)
  const tokenNames = groupBy(nameQualifiers.entries, vocabulary.length, nameQualifiers.owners)
  const tokenWeight = Float32Array.from(vocabulary, (_, token) =>
    rarity(bases.values.length, (tokenBases.start[token + 1] as number) - (tokenBases.start[token] as number)),
  )
  const baseWeight = Float32Array.from(bases.values, (_, base) => {
    let weight = 0
    for (let at = baseTokens.start[base] as number; at < (baseTokens.start[base + 1] as number); at++) {
      weight += tokenWeight[baseTokens.entries[at] as number] as number
    }
    return weight
  })
  const byDigits = Uint32Array.from(rowProduct.keys()).sort(
    (a, b) =>
      (numberDigits[rowNumber[a] as number] as number) - (numberDigits[rowNumber[b] as number] as number) ||
      (rowProduct[a] as number) - (rowProduct[b] as number),
  )
  const baseRows = groupBy(
    Uint32Array.from(byDigits, (row) => nameBase[rowName[row] as number] as number),
    bases.values.length,
    byDigits,
  )
  const glued = buildBuckets(
    bases.values.map((base) => hashText(skeletonOf(base.replaceAll(' ', '')))),
    bases.values.map((_, base) => base),
    bases.values.length,
  )
  const deleteHashes: number[] = []
  const deleteTokens: number[] = []
  for (const [token, word] of vocabulary.entries()) {
    pushDeletes(skeletonOf(word), 'vocabulary', deleteHashes)
    while (deleteTokens.length < deleteHashes.length) deleteTokens.push(token)
  }
  const deletes = buildBuckets(deleteHashes, deleteTokens, vocabulary.length)

  const rarities = createInterner()
  rarities.idOf('')
  const links = createInterner()
  links.idOf('')
  const link = (product: CatalogProduct, address: string | null): number =>
    address === null ? 0 : links.idOf(templateOf(address, product))
  const sourceRows = Uint32Array.from(order.keys(), (position) => rowOf[position] as number)
  const setRows = groupBy(Uint32Array.from(setOf), releases.length, sourceRows)
  const numberRows = groupBy(rowNumber, numbers.values.length, Uint32Array.from(rowNumber.keys()))
  const numberKeyTable = buildBuckets(numberHashes, numberIds, numbers.values.length)
  const sections: IndexSections = {
    rowProduct,
    rowName,
    rowSet,
    rowNumber,
    rowRarity: Uint16Array.from(order, (position) => rarities.idOf((products[position] as CatalogProduct).rarity ?? '')),
    rowFlags: Uint8Array.from(order, (position) => ((products[position] as CatalogProduct).sealed ? rowFlag.sealed : 0)),
    rowMarket: column(products, order, (product) => cents(product.marketPrice)),
    rowLowest: column(products, order, (product) => cents(product.lowestPrice)),
    rowListings: column(products, order, (product) => (product.listingCount === null ? 0 : product.listingCount + 1)),
    rowImage: column(products, order, (product) => link(product, product.imageUrl)),
    rowUrl: column(products, order, (product) => link(product, product.url)),
    productRows: Uint32Array.from(rowProduct.keys()).sort((a, b) => (rowProduct[a] as number) - (rowProduct[b] as number)),
    setRowStart: setRows.start,
    setRows: setRows.entries,
    ...createPool('name', names.values),
    nameBase,
    nameQualifierStart: nameQualifiers.start,
    nameQualifiers: nameQualifiers.entries,
    baseTokenStart: baseTokens.start,
    baseTokens: baseTokens.entries,
    baseWeight,
    baseRowStart: baseRows.start,
    baseRows: baseRows.entries,
    gluedStart: glued.start,
    gluedEntries: glued.entries,
    ...createPool('token', vocabulary),
    tokenWeight,
    tokenBaseStart: tokenBases.start,
    tokenBases: tokenBases.entries,
    tokenNameStart: tokenNames.start,
    tokenNames: tokenNames.entries,
    deleteStart: deletes.start,
    deleteEntries: deletes.entries,
    ...createPool('number', numbers.values),
    numberDigits,
    numberKeyStart: numberKeyTable.start,
    numberKeyEntries: numberKeyTable.entries,
    numberRowStart: numberRows.start,
    numberRows: numberRows.entries,
    ...createPool('link', links.values),
  }
  if (rarities.values.length > 0xffff) throw new RangeError('The index holds at most 65,535 rarities.')
  const { sourceName, fetchedAt } = input
  const meta = { sourceName, fetchedAt, products: products.length, categories: lines, sets: releases, rarities: rarities.values }
  return encodeIndex({ meta, sections })
}
