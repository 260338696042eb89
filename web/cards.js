import { confidentMatch } from '/console/client/client.js'
import { h } from './dom.js'
import { money, placeOf, plural, unknown } from './format.js'

/** @import { Candidate, IdentifyResult, ProductSummary } from '/console/client/client.js' */
/** @import { Child } from './dom.js' */

/**
 * Path of a picture that this host serves. A picture of another host is never requested.
 * @param {string | null} imageUrl
 */
export const localPicturePath = (imageUrl) => {
  if (!imageUrl) return null
  const { origin, pathname } = new URL(imageUrl, location.href)
  return origin === location.origin || pathname.startsWith('/sandbox/images/') ? pathname : null
}

/**
 * @param {string} source
 * @param {number} productId
 */
const thumbnail = (source, productId) =>
  source === 'sandbox'
    ? h('img', { src: `/sandbox/images/${productId}.svg`, alt: '', width: 44, height: 62, loading: 'lazy', class: 'thumb' })
    : h('span', { class: 'thumb', 'aria-hidden': 'true' })

/** @type {Readonly<Record<Candidate['matchReasons'][number], string>>} */
const reasonTexts = {
  number_exact: 'number as printed',
  number_normalized: 'same number',
  number_other_language: 'same number in another language',
  number_conflict: 'other number',
  number_missing: 'number unknown',
  name_exact: 'same name',
  name_prefix: 'name begins so',
  name_partial: 'part of the name',
  name_fuzzy: 'name much alike',
  name_conflict: 'other name',
  set_exact: 'same set',
  set_inferred: 'set by number',
  set_conflict: 'other set',
  qualifier_exact: 'same printing',
  qualifier_extra: 'special printing',
  artwork_match: 'same picture',
}

/** @param {Candidate} candidate */
const reasonList = ({ matchReasons }) =>
  h(
    'ul',
    { class: 'reasons', 'aria-label': 'Reasons' },
    matchReasons.map((reason) =>
      h(
        'li',
        { class: /conflict|missing/.test(reason) ? 'against' : null },
        // A newer service may give reasons that this page does not know.
        reasonTexts[reason] ?? reason.replaceAll('_', ' '),
      ),
    ),
  )

/** @param {ProductSummary} product */
const offersOf = ({ listingCount, lowestPrice }) =>
  listingCount === 0
    ? 'no offers'
    : [
        `from ${money(lowestPrice)}`,
        h('span', { class: 'many' }, ` · ${listingCount === null ? unknown : plural(listingCount, 'offer')}`),
      ]

/**
 * Products as a list of links to their pages; `extra` adds to each.
 * @template {ProductSummary} P
 * @param {string} source
 * @param {readonly P[]} products
 * @param {(product: P) => Child} extra
 */
export const productList = (source, products, extra = () => null) =>
  h(
    'ol',
    { class: 'products' },
    products.map((product) =>
      h(
        'li',
        {},
        h(
          'a',
          { href: `#/product/${product.productId}` },
          thumbnail(source, product.productId),
          h(
            'span',
            { class: 'what' },
            h('span', { class: 'title' }, product.name),
            h('span', { class: 'note' }, placeOf(product)),
            h('span', { class: 'note line' }, product.category ?? ''),
          ),
          h(
            'span',
            { class: 'worth' },
            h('span', { class: 'hidden' }, 'Market price '),
            h('span', { class: 'price' }, money(product.marketPrice)),
            h('span', { class: 'note' }, offersOf(product)),
          ),
        ),
        extra(product),
      ),
    ),
  )

/** @param {Candidate} candidate */
const matchOf = (candidate) =>
  h(
    'div',
    { class: 'match' },
    h('meter', { min: 0, max: 100, low: 40, high: 50, optimum: 100, value: candidate.matchScore, 'aria-label': 'Match' }),
    h('span', { class: 'note' }, `${candidate.matchScore} of 100`),
    reasonList(candidate),
  )

/**
 * Candidates of an identification, and in words whether one is a confident match.
 * @param {IdentifyResult} result
 */
export const candidateList = ({ source, candidates, ambiguous, parsed, matchedSet, truncated }) => {
  if (candidates.length === 0)
    return h(
      'div',
      { class: 'empty' },
      h('p', {}, 'No printing fits this text.'),
      h('p', { class: 'note' }, 'Leave the number out, or name the set.'),
    )
  const match = confidentMatch({ ambiguous, candidates })
  const unsure = ambiguous
    ? 'These cannot be told apart by what was given. Compare with the card and choose.'
    : 'None of these fits well. Compare with the card, or correct the text.'
  return [
    h(
      'p',
      { class: match ? 'verdict sure' : 'verdict unsure' },
      match ? `One printing fits best: ${match.name}, ${placeOf(match)}.` : unsure,
    ),
    h(
      'p',
      { class: 'note' },
      `Read as name “${parsed.name ?? '–'}”, number “${parsed.cardNumber ?? '–'}”, set “${matchedSet?.name ?? parsed.setHint ?? '–'}”.`,
      truncated && ' Many printings match, so not all were looked at: add the number or the set.',
    ),
    productList(source, candidates, matchOf),
  ]
}
