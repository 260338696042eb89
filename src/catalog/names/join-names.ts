import { readCollectorNumber, relateNumbers } from '../../cards/collector-number.ts'
import { foldLetters, foldText, hasUnspacedScript } from '../../cards/fold.ts'
import { readProductName } from '../../cards/product-name.ts'
import { memoizeByKey } from '../../concurrency/memoize.ts'
import type { IndexInput, OtherName } from '../index/build/index-input.ts'
import { setSpellingsOf } from '../index/query/set-names.ts'
import type { CatalogProduct } from '../ports.ts'
import type { NameInLanguage, NameRecord } from './name-record.ts'
import { withAbbreviationsWrittenOut } from './write-out-abbreviations.ts'

/** Why the names of a record were not attached to any product. */
export type NameMiss = 'no such card' | 'other card under its product id' | 'name of several product lines'

/** What came of joining names to a catalogue. */
export interface NamesReport {
  /** Cards that the files tell of, and how many of them were found in the catalogue. */
  readonly cards: number
  readonly joined: number
  /** Products that have another name now, and different names by language. */
  readonly products: number
  readonly languages: Readonly<Record<string, number>>
  /** Names that cards of different names share: they alone never decide. */
  readonly shared: number
  /** Cards that were not found: how many, why, and the first of them. */
  readonly missed: Readonly<Record<string, number>>
  readonly firstMissed: readonly { readonly card: string; readonly reason: NameMiss }[]
}

const maxShown = 10

type Catalog = Pick<IndexInput, 'products' | 'sets'>

/** The products of a catalogue by what records find them by. */
const createFinder = ({ products, sets = [] }: Catalog) => {
  const byId = new Map(products.map((product) => [product.productId, product]))
  const baseOf = memoizeByKey((name: string) => readProductName(name).base, { maxEntries: Number.POSITIVE_INFINITY })
  const lettersOf = memoizeByKey(foldLetters)
  const spellingsOf = memoizeByKey((name: string) => new Set(setSpellingsOf(name)))
  const numberOf = memoizeByKey(readCollectorNumber)
  const byLine = new Map<string, Map<string, CatalogProduct[]>>()
  for (const product of products) {
    const line = product.categoryName ?? ''
    const names = byLine.get(line) ?? new Map<string, CatalogProduct[]>()
    byLine.set(line, names)
    const base = baseOf(product.name)
    const same = names.get(base)
    if (same === undefined) names.set(base, [product])
    else same.push(product)
  }
  const isLine = ({ extent, line }: NameRecord, name: string): boolean =>
    line === null || (extent === 'card' ? lettersOf(name).startsWith(line) : lettersOf(name) === lettersOf(line))
  // The code of its set, where the catalogue has one: an index keeps none of a product's own.
  const codes = new Map(sets.map(({ categoryId, id, code }) => [`${categoryId}:${id}`, code]))
  const isSet = ({ set }: NameRecord, { categoryId, setId, setName, setCode }: CatalogProduct): boolean => {
    if (set === null || spellingsOf(setName ?? '').has(foldText(set))) return true
    const code = codes.get(`${categoryId}:${setId}`) ?? setCode
    return code !== null && lettersOf(code) === lettersOf(set)
  }
  const isNumber = ({ number }: NameRecord, product: CatalogProduct): boolean => {
    if (number === null) return true
    const [given, known] = [numberOf(number), product.number === null ? null : numberOf(product.number)]
    return given !== null && known !== null && relateNumbers(given, known) === 'same'
  }

  /** Whether the product under an id is the card: its name tells, or its number where the names are in two scripts. */
  const isCard = (record: NameRecord, product: CatalogProduct): boolean => {
    const base = baseOf(product.name)
    if (record.knownAs.some((name) => baseOf(name) === base)) return true
    return !record.isEnglish && !hasUnspacedScript(product.name) && isNumber(record, product)
  }
  const isProduct = (record: NameRecord, product: CatalogProduct): boolean =>
    (record.knownAs.length === 0 || isCard(record, product)) && isNumber(record, product) && isSet(record, product)

  /** Products of one of the names, with number and set where the record has them: a list for each product line. */
  const findByName = (record: NameRecord): CatalogProduct[][] =>
    [...byLine]
      .filter(([line]) => isLine(record, line))
      .map(([, names]) =>
        [...new Set(record.knownAs.map(baseOf))]
          .flatMap((base) => names.get(base) ?? [])
          .filter((product) => isSet(record, product) && isNumber(record, product)),
      )
      .filter((found) => found.length > 0)

  return {
    /** The product line and name of a product, which its namesakes share. */
    cardOf: (productId: number): string => {
      const { categoryName, name } = byId.get(productId) as CatalogProduct
      return `${categoryName}\n${baseOf(name)}`
    },
    /** The products of the same line and name. */
    namesakes: ({ categoryName, name }: CatalogProduct): readonly CatalogProduct[] =>
      byLine.get(categoryName ?? '')?.get(baseOf(name)) ?? [],
    find: (record: NameRecord): readonly CatalogProduct[] | NameMiss => {
      const isOfCard = record.extent === 'card'
      const known = record.productIds.flatMap((id) => byId.get(id) ?? [])
      const same = known.filter((product) => (isOfCard ? isCard : isProduct)(record, product))
      if (same.length > 0) return same
      const found = isOfCard || record.productIds.length === 0 ? findByName(record) : []
      if (found.length > 1 && !isOfCard) return 'name of several product lines'
      if (found.length > 0) return found.flat()
      return known.length > 0 ? 'other card under its product id' : 'no such card'
    },
  }
}

const describe = ({ knownAs, number, set, productIds }: NameRecord): string =>
  [knownAs[0] ?? productIds[0], number, set].filter((part) => part != null).join(' ')

/** The names of all cards of a catalogue as they are found, each once for the products that it names. */
const createNames = () => {
  const byProducts = new Map<readonly CatalogProduct[], Map<string, NameInLanguage>>()
  return {
    add: (products: readonly CatalogProduct[], { others }: NameRecord): void => {
      const names = byProducts.get(products) ?? new Map<string, OtherName>()
      byProducts.set(products, names)
      for (const other of others) {
        const key = `${other.language} ${other.name}`
        if (!names.has(key)) names.set(key, other)
      }
    },
    all: (): OtherName[] =>
      [...byProducts].flatMap(([products, names]) => {
        const productIds = products.map(({ productId }) => productId)
        return Array.from(names.values(), (name) => ({ ...name, productIds }))
      }),
  }
}

/** How many names cards of different names share. */
const countShared = (otherNames: readonly OtherName[], cardOf: (productId: number) => string): number => {
  const owner = new Map<string, string>()
  const shared = new Set<string>()
  for (const { name, productIds } of otherNames) {
    const base = foldText(name)
    const card = cardOf(productIds[0] as number)
    const first = owner.get(base)
    if (first === undefined) owner.set(base, card)
    else if (first !== card) shared.add(base)
  }
  return shared.size
}

const countByLanguage = (otherNames: readonly OtherName[]): Readonly<Record<string, number>> => {
  const names = Map.groupBy(otherNames, ({ language }) => language)
  const count = (all: readonly OtherName[]): number => new Set(all.map(({ name }) => name)).size
  return Object.fromEntries([...names].sort().map(([language, all]) => [language, count(all)]))
}

/** Joins names to the products of a catalogue; what fits none is counted, and nothing is guessed. */
export const joinNames = async (
  records: AsyncIterable<NameRecord> | Iterable<NameRecord>,
  catalog: Catalog,
): Promise<{ readonly otherNames: readonly OtherName[]; readonly report: NamesReport }> => {
  const finder = createFinder(catalog)
  const names = createNames()
  const missed: Record<string, number> = {}
  const firstMissed: { card: string; reason: NameMiss }[] = []
  let cards = 0
  let joined = 0
  for await (const record of records) {
    cards++
    const found = finder.find(record)
    if (typeof found === 'string') {
      missed[found] = (missed[found] ?? 0) + 1
      if (firstMissed.length < maxShown) firstMissed.push({ card: describe(record), reason: found })
      continue
    }
    joined++
    if (record.extent === 'product') names.add(found, record)
    else for (const namesakes of new Set(found.map(finder.namesakes))) names.add(namesakes, record)
  }
  const otherNames = withAbbreviationsWrittenOut(names.all())
  return {
    otherNames,
    report: {
      cards,
      joined,
      products: new Set(otherNames.flatMap(({ productIds }) => productIds)).size,
      languages: countByLanguage(otherNames),
      shared: countShared(otherNames, finder.cardOf),
      missed,
      firstMissed,
    },
  }
}
