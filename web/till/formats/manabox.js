import { magicCopy, magicSet, printedName } from './magic-words.js'

/** @import { Format } from '../exports.js' */

/** The inverse of how the client reads Europe's scale. Its `light_played` has no counterpart on the market's. */
const conditions = {
  'Near Mint': 'near_mint',
  'Lightly Played': 'excellent',
  'Moderately Played': 'good',
  'Heavily Played': 'played',
  Damaged: 'poor',
}

const languages = {
  English: 'en',
  German: 'de',
  French: 'fr',
  Italian: 'it',
  Spanish: 'es',
  Portuguese: 'pt',
  Japanese: 'ja',
  Korean: 'ko',
  Russian: 'ru',
  'Chinese (S)': 'zh_CN',
  'Chinese (T)': 'zh_TW',
}

const rarities = new Map([
  ['c', 'common'],
  ['u', 'uncommon'],
  ['r', 'rare'],
  ['m', 'mythic'],
])

/**
 * Rarities as letters or words; empty for those that ManaBox has no word for.
 * @param {string | null} rarity
 */
const rarityOf = (rarity) => {
  const said = (rarity ?? '').toLowerCase()
  return rarities.get(said) ?? [...rarities.values()].find((word) => said.startsWith(word)) ?? ''
}

/**
 * A collection for ManaBox. What was paid for a card is not known here and stays empty.
 * @type {Format}
 */
export const manabox = {
  id: 'manabox',
  name: 'ManaBox',
  note: 'Magic cards, to import into a collection.',
  columns: [
    ...['Name', 'Set code', 'Set name', 'Collector number', 'Foil', 'Rarity', 'Quantity', 'ManaBox ID'],
    ...['Scryfall ID', 'Purchase price', 'Misprint', 'Altered', 'Condition', 'Language', 'Purchase price currency'],
  ],
  write: (row) => {
    const copy = magicCopy(row, { conditions, languages })
    if (typeof copy === 'string') return copy
    const { finish, condition, language } = copy
    const { code, name } = magicSet(row)
    return [
      printedName(row),
      code,
      name,
      row.printing.cardNumber,
      finish,
      rarityOf(row.printing.rarity),
      row.quantity,
      null,
      null,
      null,
      'false',
      'false',
      condition,
      language,
      null,
    ]
  },
}
