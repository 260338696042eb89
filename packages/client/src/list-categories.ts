import { cellKey, meaningsOf } from './list-words.ts'

/** Slugs of product lines by their other names. */
const categories = {
  magic: 'magic|magic the gathering|mtg',
  pokemon: 'pokemon|pokemon tcg|ptcg',
  yugioh: 'yugioh|yu gi oh|ygo|yu gi oh tcg',
  'pokemon-japan': 'pokemon japan|pokemon japanese|pokemon tcg japan',
  'one-piece-card-game': 'one piece|one piece card game|optcg',
  'flesh-and-blood-tcg': 'flesh and blood|flesh and blood tcg|flesh & blood tcg|flesh & blood|fab',
  'lorcana-tcg': 'lorcana|disney lorcana|lorcana tcg|disney lorcana tcg',
  'riftbound-league-of-legends-trading-card-game':
    'riftbound|riftbound league of legends|riftbound league of legends trading card game',
}

const slugOfCategory = meaningsOf(categories)

/** Slug of a product line by the names that it is known by, or `null`. */
export const categorySlug = (name: string): string | null => slugOfCategory.get(cellKey(name)) ?? null

/** Words of the longest name of a product line that a set's name follows. */
const maxLineWords = 3

/**
 * Parts a product line from the set behind it, as in PriceCharting's `Pokemon Japanese Promo`; `null` where the text
 * begins with no line that is known.
 */
export const lineAndSet = (text: string): { readonly category: string; readonly set: string } | null => {
  const words = text.split(/\s+/)
  for (let length = Math.min(maxLineWords, words.length); length > 0; length--) {
    const category = categorySlug(words.slice(0, length).join(' '))
    if (category !== null) return { category, set: words.slice(length).join(' ') }
  }
  return null
}
