import { readCopyWords } from '../../packages/client/src/copy-words.ts'
import { ServiceError } from '../contract/errors.ts'
import type { ListingsRequest, MarketProduct } from '../market/ports.ts'

/** A page of a product's offers. Filters are as the caller wrote them. */
export interface ListingsQuery extends Pick<ListingsRequest, 'productId' | 'offset' | 'limit' | 'sort'> {
  readonly condition?: string | undefined
  readonly variant?: string | undefined
  readonly language?: string | undefined
}

/**
 * A condition may be abbreviated, and be followed by a finish and a language, as sellers write `NM Foil German`; what
 * is not understood is compared as it stands.
 */
export const toListingsRequest = ({
  productId,
  offset,
  limit,
  sort,
  condition,
  variant,
  language,
}: ListingsQuery): ListingsRequest => {
  const given = condition?.trim() || null
  const copy = given === null ? null : readCopyWords(given, 'condition')
  return {
    productId,
    offset,
    limit,
    sort,
    condition: copy?.condition ?? given,
    variant: variant?.trim() || (copy?.condition ? copy.variant : null),
    language: language?.trim() || (copy?.condition ? copy.language : null),
  }
}

/**
 * Refuses a condition that is neither understood nor one of the product's: otherwise a misspelt condition would read as
 * "no offers".
 * @throws ServiceError `invalid_parameter`
 */
export const checkCondition = (given: string | undefined, { skus }: MarketProduct): void => {
  const text = given?.trim()
  const known = [...new Set(skus.flatMap(({ condition }) => condition ?? []))]
  // A source that knows no conditions cannot tell which is none.
  if (!text || known.length === 0 || readCopyWords(text, 'condition')?.condition) return
  if (!known.some((condition) => condition.toLowerCase() === text.toLowerCase()))
    throw new ServiceError('invalid_parameter', `Parameter condition must be one that is known: ${known.join(', ')}.`)
}
