import { conditionOf } from '../till-row.js'

/** @import { LeftOut, SettledRow } from '../settled-row.js' */

/**
 * Why a row is none for a Magic program; `null` for a Magic card.
 * @param {SettledRow} row
 * @returns {LeftOut | null}
 */
const notMagic = ({ printing: { category } }) => (category === null ? 'noGame' : /^magic\b/i.test(category) ? null : 'otherGame')

/** Brackets at the end of a name, but for those of the four cards that have them printed. */
const addedBrackets = /(?<=\S)(?:\s+\((?!Big Furry Monster\)|Not the Urza['’]s Legacy One\)|Used\)|Bevy of Beebles\))[^()]*\))+$/

/**
 * The card's name without what the market adds in brackets to tell its products apart, as in `Sol Ring (Foil Etched)`.
 * @param {SettledRow} row
 */
export const printedName = ({ printing }) => printing.name.replace(addedBrackets, '')

/**
 * The finish in the words that Magic programs share; `null` where they have none for it. The market has etched cards as products of their own, whose copies are foil.
 * @param {SettledRow} row
 * @returns {'normal' | 'foil' | 'etched' | null}
 */
const magicFinish = ({ printing, copy }) => {
  if (copy.variant === 'Normal') return 'normal'
  if (copy.variant === 'Foil Etched') return 'etched'
  if (copy.variant !== 'Foil') return null
  return /\betched\b/i.test(printing.name) ? 'etched' : 'foil'
}

/**
 * Codes of the market for sets that have another at Scryfall, whose codes Magic programs go by. The client reads them the other way round.
 * @type {ReadonlyMap<string, string>}
 */
const scryfallCodes = new Map(
  Object.entries({
    ...{ AC2: 'E01', APAC: 'PALP', CHAMPS: 'PCMP', CTD: 'CST', EURO: 'PELP', EVG: 'DD1', GPP: 'PGPX', GR1: 'GK1' },
    ...{ GRV: 'PD3', GUR: 'PGRU', IED: 'CEI', MPS2: 'MP2', NMS: 'NEM', PDS: 'H09', TDP: 'PTKDF', VNG: 'PVAN' },
  }),
)

/** Codes of the market for what is several sets at Scryfall, or has a code there that is not known. */
const severalSets = new Set('2PS ASK DD3 FNM GBP JDG JSS LEP MFP OHP PEP PRE PTP Q01 REN SSK SSP UMP WCD WPN'.split(' '))

/** Scryfall has tokens apart, with numbers of their own. @param {SettledRow['printing']} printing */
const isToken = ({ name, rarity }) => /\btoken\b/i.test(name) || /^t(?:oken)?$/i.test(rarity ?? '')

/** The market has the old frames of 2021 among the cards of Modern Horizons, under their numbers. @param {SettledRow['printing']} printing */
const isRetroFrame = ({ name }) => /\([^()]*\b(?:retro frame|etched)\b[^()]*\)/i.test(name)

/**
 * The market's code of a set as Magic programs have it; empty where that is not known. Longer codes than three characters are the market's own.
 * @param {string} code
 * @param {SettledRow['printing']} printing
 */
const scryfallCode = (code, printing) => {
  if (isToken(printing)) return ''
  if (code === 'MH1' && isRetroFrame(printing)) return 'H1R'
  return scryfallCodes.get(code) ?? (/^[A-Z\d]{3}$/.test(code) && !severalSets.has(code) ? code : '')
}

const codeInName = /(?<!\s)\s+\(([A-Z0-9]{2,6})\)$/

/**
 * Code and name of the set as Magic programs have them; each empty where it is not known. What was put on a stack by an earlier version has its code in the name at most:
 * `Magic 2010 (M10)`.
 * @param {SettledRow} row
 */
export const magicSet = ({ printing }) => {
  const name = printing.setName ?? ''
  const code = (printing.setCode || codeInName.exec(name)?.[1] || '').toUpperCase()
  return { code: scryfallCode(code, printing), name: name.replace(codeInName, '') }
}

/**
 * A word of the market in another program's words; `null` where it has none.
 * @param {Readonly<Record<string, string>>} words
 * @param {string} said
 */
const wordOf = (words, said) => (Object.hasOwn(words, said) ? (words[said] ?? null) : null)

/**
 * A copy in a Magic program's words, or why it has none.
 * @param {SettledRow} row
 * @param {{ readonly conditions: Readonly<Record<string, string>>, readonly languages: Readonly<Record<string, string>> }} words of the program, by the market's
 * @returns {{ readonly finish: 'normal' | 'foil' | 'etched', readonly condition: string, readonly language: string } | LeftOut}
 */
export const magicCopy = (row, { conditions, languages }) => {
  const why = notMagic(row)
  if (why !== null) return why
  const finish = magicFinish(row)
  const condition = wordOf(conditions, conditionOf(row))
  // A source that prices whole printings names no language either.
  const language = wordOf(languages, row.copy.language ?? row.stated?.language ?? 'English')
  return finish === null || condition === null || language === null ? 'noWord' : { finish, condition, language }
}
