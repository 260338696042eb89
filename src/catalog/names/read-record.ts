import { isJsonObject } from '../../contract/json-object.ts'
import { type Row, RowRejected, readIdField, readOptionalTextField, readTextField } from '../import/row-fields.ts'
import { type NameInLanguage, type NameRecord, passcodeLanguage } from './name-record.ts'

const readNames = (row: Row): Row => {
  if (!isJsonObject(row.names)) throw new RowRejected('names is not an object')
  return row.names
}

/** The names of all languages but English. */
const otherNames = (names: Row): NameInLanguage[] =>
  Object.keys(names).flatMap((language) => {
    const name = language === 'en' ? null : readOptionalTextField(names, language)
    return name === null ? [] : [{ language: language.toLowerCase(), name }]
  })

/** The TCGplayer ids of a card's variants, as TCGdex lists them. */
const readThirdPartyIds = ({ thirdParty }: Row): number[] => {
  const variants = Array.isArray(thirdParty) ? thirdParty.filter(isJsonObject) : []
  const ids = variants.flatMap((variant) => (variant.tcgplayer == null ? [] : [readIdField(variant, 'tcgplayer')]))
  return [...new Set(ids)]
}

/** A card of TCGdex: `{tree, serie, set, localId, names, thirdParty}`. */
const readTcgdexCard = (row: Row): NameRecord => {
  const names = readNames(row)
  const english = readOptionalTextField(names, 'en')
  const others = otherNames(names)
  return {
    extent: 'card',
    line: 'pokemon',
    productIds: readThirdPartyIds(row),
    knownAs: english === null ? others.map(({ name }) => name) : [english],
    isEnglish: english !== null,
    number: readTextField(row, 'localId'),
    set: readTextField(row, 'set'),
    others,
  }
}

/** A passcode as it is printed, and without the zeros before it, which deck files leave out. */
const passcodes = (printed: unknown): string[] => {
  if (typeof printed !== 'string' || !/^\d{8}$/.test(printed)) return []
  const bare = printed.replace(/^0{1,2}/, '')
  return bare === printed ? [printed] : [printed, bare]
}

/** A card of YGOJSON: `{names, passwords}`. */
const readYgojsonCard = (row: Row): NameRecord => ({
  extent: 'card',
  line: 'yugioh',
  productIds: [],
  knownAs: [readTextField(readNames(row), 'en')],
  isEnglish: true,
  number: null,
  set: null,
  others: [
    ...otherNames(readNames(row)),
    ...(Array.isArray(row.passwords) ? row.passwords : [])
      .flatMap(passcodes)
      .map((name) => ({ language: passcodeLanguage, name })),
  ],
})

/** A row of the format of our own, from JSON Lines or CSV. */
export const readOwnRow = (row: Row): NameRecord => {
  const name = readOptionalTextField(row, 'name')
  const productId = readOptionalTextField(row, 'productId')
  if (name === null && productId === null) throw new RowRejected('name and productId are missing')
  const other = { language: readTextField(row, 'language'), name: readTextField(row, 'otherName') }
  return {
    extent: 'product',
    line: readOptionalTextField(row, 'category'),
    productIds: productId === null ? [] : [readIdField(row, 'productId')],
    knownAs: name === null ? [] : [name],
    isEnglish: true,
    number: readOptionalTextField(row, 'number'),
    set: readOptionalTextField(row, 'set'),
    others: [other],
  }
}

/**
 * Reads one JSON object of any of the three formats.
 * @throws RowRejected
 */
export const readNameRow = (row: Row): NameRecord => {
  if ('otherName' in row) return readOwnRow(row)
  if ('localId' in row) return readTcgdexCard(row)
  if ('passwords' in row || 'cardType' in row) return readYgojsonCard(row)
  throw new RowRejected('no format that is known')
}
