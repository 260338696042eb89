import { magicCopy, magicSet, printedName } from './magic-words.js'

/** @import { Format } from '../exports.js' */

const conditions = {
  'Near Mint': 'Near Mint',
  'Lightly Played': 'Good (Lightly Played)',
  'Moderately Played': 'Played',
  'Heavily Played': 'Heavily Played',
  Damaged: 'Damaged',
}

const languages = {
  ...Object.fromEntries(
    ['English', 'German', 'French', 'Italian', 'Spanish', 'Portuguese', 'Japanese', 'Korean', 'Russian'].map((name) => [
      name,
      name,
    ]),
  ),
  'Chinese (S)': 'Simplified Chinese',
  'Chinese (T)': 'Traditional Chinese',
}

/**
 * A collection for Moxfield. A set whose code is not known is given by its name: Moxfield reports the line that it cannot place.
 * @type {Format}
 */
export const moxfield = {
  id: 'moxfield',
  name: 'Moxfield',
  note: 'Magic cards, to import into a collection.',
  columns: [
    ...['Count', 'Tradelist Count', 'Name', 'Edition', 'Condition', 'Language', 'Foil', 'Tags', 'Last Modified'],
    ...['Collector Number', 'Alter', 'Proxy', 'Purchase Price'],
  ],
  write: (row) => {
    const copy = magicCopy(row, { conditions, languages })
    if (typeof copy === 'string') return copy
    const { finish, condition, language } = copy
    const { code, name } = magicSet(row)
    return [
      row.quantity,
      0,
      printedName(row),
      code.toLowerCase() || name,
      condition,
      language,
      finish === 'normal' ? '' : finish,
      null,
      null,
      row.printing.cardNumber,
      'False',
      'False',
      null,
    ]
  },
}
