import { placeOf } from '../format.js'
import { valuesOf } from '../stack/copies.js'

/** @import { ProductSummary } from '/console/client/client.js' */
/** @import { RowState } from '../stack/row-state.js' */

/**
 * Where a printing is from, and what the price is of besides its condition, which the chips tell: a finish where there are several, and a language other than English.
 * @param {ProductSummary} printing
 * @param {Pick<RowState, 'sku' | 'skus'>} state
 */
export const grayLine = (printing, { sku, skus }) => {
  const hasVariants = sku !== null && sku.variant !== 'Normal' && valuesOf(skus ?? [], 'variant').length > 1
  const language = sku?.language === 'English' ? null : sku?.language
  return [placeOf(printing), hasVariants && sku.variant, language].filter(Boolean).join(' · ')
}
