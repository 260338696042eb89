import { mayMean, settleCopy } from './certain.ts'
import { cellWords } from './copy-words.ts'
import type { CardMarketError } from './error.ts'
import { cellKey } from './list-words.ts'
import type { PriceLookup, UnclearCopy } from './operations.ts'
import type { ListRow } from './read-list.ts'

/** State of a row of a list. */
export interface Settled
  extends Pick<PriceLookup, 'status' | 'identification' | 'productId' | 'unclear' | 'price' | 'fetchedAt'> {
  readonly code: PriceLookup['code'] | CardMarketError['code']
}

const needsReview = (
  found: Settled,
  code: 'unclear_printing' | 'unclear_copy',
  unclear: UnclearCopy | null = null,
): Settled => ({
  ...found,
  status: 'needs_review',
  code,
  unclear,
  price: null,
})

const isUnclear = ({ code, status }: Settled): boolean => code === 'unclear_printing' || status === 'not_found'

/** The words of a set's name in any order, without accents and its code in brackets. */
const wordsOfSet = (name: string): string =>
  cellWords(name.replace(/ \([A-Z0-9]+\)$/, '').toLowerCase())
    .sort()
    .join(' ')

/**
 * Whether a printing was found that is in the set of this name. Another site's code may be that of another set here, or
 * of none.
 */
export const isInSet = (found: PriceLookup, setName: string): boolean => {
  if (isUnclear(found)) return false
  const best = found.identification?.candidates.find(({ productId }) => productId === found.productId)
  return best === undefined || wordsOfSet(best.setName ?? '') === wordsOfSet(setName)
}

/** Whether a set holds several cards that a row may mean: its name alone, without a number that tells them apart. */
const holdsSeveral = ({ identification }: Settled): boolean =>
  identification?.candidates.some(
    ({ matchReasons: reasons }) =>
      reasons.includes('name_exact') &&
      reasons.includes('set_exact') &&
      !reasons.some((reason) => reason.startsWith('number_')),
  ) === true

/**
 * Combines the answers to a set's code and to its name: the one that is certain of a printing; a person is asked where
 * each is certain of another, or the set of that name has several of which any may be meant.
 */
export const agreed = (byCode: Settled | undefined, byName: Settled | undefined): Settled | undefined => {
  if (byCode === undefined || byName === undefined) return byCode
  if (isUnclear(byName) && (isUnclear(byCode) || !holdsSeveral(byName))) return byCode
  if (isUnclear(byCode)) return byName
  const areTwo =
    isUnclear(byName) ||
    (byCode.productId !== null && byName.productId !== null && byCode.productId !== byName.productId)
  return areTwo ? { ...needsReview(byCode, 'unclear_printing'), productId: null } : byCode
}

/** Whether an id led to a copy: a source may answer an unknown SKU with nulls alone. */
const saysSomething = ({ status, prices }: PriceLookup): boolean =>
  status === 'ok' && prices?.some(({ condition, marketPrice }) => condition !== null || marketPrice !== null) === true

/**
 * Whether the words of a row that has an id were asked for in a set where no card of that name is: sets are named
 * differently here and there, so that the same words without the set may be the id's product.
 */
export const isOfStrangeSet = (byWords: PriceLookup | undefined, byId: PriceLookup | undefined): boolean => {
  const [found, productId] = [byWords?.identification, byId?.productId]
  if (byWords === undefined || byId === undefined || found == null || productId == null) return false
  if (!isUnclear(byWords) || !saysSomething(byId) || mayMean(found, productId)) return false
  return found.candidates.every(({ matchReasons }) => !matchReasons.includes('name_exact'))
}

/**
 * A column that counts foils does not say which: of a card in holofoil and in reverse, either may be meant. The answer
 * to words has one copy, so that nothing tells whether the other is sold.
 */
const withFoil = ({ isAnyFoil = false }: ListRow, found: Settled | undefined): Settled | undefined =>
  isAnyFoil && found?.price?.variant === 'Holofoil'
    ? needsReview(found, 'unclear_copy', { field: 'variant', values: ['Holofoil', 'Reverse Holofoil'] })
    : found

const raritiesOf = (text: string): string[] => text.split('/').map(cellKey)

/** A printing of another rarity than the row's is not the one that is meant, whatever the words around it say. */
const withRarity = ({ rarity = '' }: ListRow, found: Settled | undefined): Settled | undefined => {
  const printing = found?.identification?.candidates.find(({ productId }) => productId === found.productId)
  if (found === undefined || rarity === '' || printing?.rarity == null || isUnclear(found)) return found
  const isSame = raritiesOf(rarity).some((one) => raritiesOf(printing.rarity ?? '').includes(one))
  return isSame ? found : { ...needsReview(found, 'unclear_printing'), productId: null }
}

/**
 * Combines the answers to a row's words and to its id: the id decides where the words leave several printings, a person
 * where they contradict each other. `withoutSet` is the answer to the words without a set that has no such card.
 */
export const settle = (
  row: ListRow,
  byWords: Settled | undefined,
  byId: PriceLookup | undefined,
  withoutSet?: PriceLookup,
): Settled | undefined => {
  if (byId === undefined || (byWords !== undefined && !saysSomething(byId)))
    return withFoil(row, withRarity(row, byWords))
  const { skuId, entry } = row
  const { productId, prices } = byId
  const identification = (withoutSet ?? byWords)?.identification ?? null
  const answer = { ...byId, identification }
  if (prices === null) return answer
  if (identification !== null && productId !== null && !mayMean(identification, productId))
    return needsReview(answer, 'unclear_printing')
  const [sku] = prices
  // A SKU is the copy, unless the row's words contradict it.
  const ofSku = skuId === null ? {} : { condition: sku?.condition, variant: sku?.variant, language: sku?.language }
  const { copy: price, unclear } = settleCopy(prices, { ...ofSku, ...entry }, identification)
  return price === null ? needsReview(answer, 'unclear_copy', unclear) : withFoil(row, { ...answer, price })
}
