import { confidentMatch } from './client/client.js'
import { h } from './dom.js'
import { money, placeOf, plural, unknown } from './format.js'

/** Pictures of another host are not asked for; the sandbox's own lie at this one. */
export const pictureOf = (imageUrl) => {
  if (!imageUrl) return null
  const { origin, pathname } = new URL(imageUrl, location.href)
  return origin === location.origin || pathname.startsWith('/sandbox/images/') ? pathname : null
}

const thumbnail = (source, { productId }) =>
  source === 'sandbox'
    ? h('img', { src: `/sandbox/images/${productId}.svg`, alt: '', width: 44, height: 62, loading: 'lazy', class: 'thumb' })
    : h('span', { class: 'thumb', 'aria-hidden': 'true' })

const words = {
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
}

/** Why a candidate ranks where it does, as short words. */
export const reasons = (candidate) =>
  h(
    'ul',
    { class: 'reasons', 'aria-label': 'Reasons' },
    candidate.matchReasons.map((reason) =>
      h('li', { class: /conflict|missing/.test(reason) ? 'against' : null }, words[reason] ?? reason.replaceAll('_', ' ')),
    ),
  )

/** Products as a list of links to their pages; `extra` adds to each. */
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
          thumbnail(source, product),
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
            h(
              'span',
              { class: 'note' },
              product.listingCount === 0
                ? 'no offers'
                : [
                    `from ${money(product.lowestPrice)}`,
                    h(
                      'span',
                      { class: 'many' },
                      ` · ${product.listingCount === null ? unknown : plural(product.listingCount, 'offer')}`,
                    ),
                  ],
            ),
          ),
        ),
        extra(product),
      ),
    ),
  )

/** Candidates of an identification, and in words whether they can be told apart. */
export const candidateList = ({ source, candidates, ambiguous, parsed, matchedSet, truncated }) => {
  if (candidates.length === 0)
    return h(
      'div',
      { class: 'empty' },
      h('p', {}, 'No printing fits this text.'),
      h('p', { class: 'note' }, 'Leave the number out, or name the set.'),
    )
  const sure = confidentMatch({ ambiguous, candidates })
  return [
    h(
      'p',
      { class: sure ? 'verdict sure' : 'verdict unsure' },
      sure
        ? `One printing fits best: ${sure.name}, ${placeOf(sure)}.`
        : ambiguous
          ? 'These cannot be told apart by what was given. Compare with the card and choose.'
          : 'None of these fits well. Compare with the card, or correct the text.',
    ),
    h(
      'p',
      { class: 'note' },
      `Read as name “${parsed.name ?? '–'}”, number “${parsed.cardNumber ?? '–'}”, set “${matchedSet?.name ?? parsed.setHint ?? '–'}”.`,
      truncated ? ' Many printings match, so not all were looked at: add the number or the set.' : '',
    ),
    productList(source, candidates, (candidate) =>
      h(
        'div',
        { class: 'match' },
        h('meter', { min: 0, max: 100, low: 40, high: 50, optimum: 100, value: candidate.matchScore, 'aria-label': 'Match' }),
        h('span', { class: 'note' }, `${candidate.matchScore} of 100`),
        reasons(candidate),
      ),
    ),
  ]
}
