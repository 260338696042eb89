import { codeRegions } from './collector-number.ts'
import { digitLookAlikes, isLikeDigit, readLettersAsDigits } from './look-alikes.ts'

/** A collector number as it seems to stand in a line of print. */
export interface PrintedNumber {
  /** As printed, with misread letters repaired: `071/193`, `0048`, `OP05-119`, `SDCL-FR027`. */
  readonly text: string
  readonly kind: 'fraction' | 'padded' | 'code' | 'pokedex' | 'bare' | 'guess'
  /** How well the text fits the way such numbers are printed, 0 to 1. */
  readonly fit: number
}

const year = '(?:19[5-9]|20[0-4])[0-9]'
/**
 * Years of copyright lines and days of events: `©1999-2000`, `1995, 96, 98`, `11/2004`. Two digits before a slash begin
 * a number.
 */
const dates = new RegExp(
  [
    `(?<![A-Z0-9/-])${year}(?:[-/,. ]{1,2}(?:19|20)?[0-9]{2}(?![0-9/]))*(?![0-9/-])`,
    `(?<![A-Z0-9/-])(?:[0-9]{1,2}[-/.]){1,2}${year}(?![0-9])`,
  ].join('|'),
  'g',
)

const digitLike = `[0-9${digitLookAlikes.toUpperCase()}]`
const region = `${codeRegions.toUpperCase()}|[EFGISP]`

/**
 * Every collector number that a line of text may hold, in the grammars of the games; letters inside digits are
 * repaired.
 */
export const readPrintedNumbers = (line: string): PrintedNumber[] => {
  const text = line
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[‐-―−_]/g, '-')
    .replace(/\\/g, '/')
    .replace(/(?<=[/-])\s+|(?<!\s)\s+(?=[/-])/g, '')
    .replace(dates, ' ')
  const compact = text.replace(/\s+/g, '')
  return [
    ...fractions(compact),
    ...setCodes(compact),
    ...padded(text),
    ...bare(text),
    ...slashless(compact),
    ...pokedexNumber(compact),
  ]
}

// 071/193, TG12/TG30, PALEN071/193 (the set code runs into it), 182/249 C; 174/27 has most likely lost a digit
const fractions = (text: string): PrintedNumber[] =>
  [...text.matchAll(new RegExp(`([A-Z0-9|!]{1,12})/(TG|GG|SV|RC|SH|SL|H|)(${digitLike}{2,3})`, 'g'))].flatMap(
    (match) => {
      const [, before = '', series = '', total = ''] = match
      const own = new RegExp(`${series}(${digitLike}{1,3}[A-E]?)$`).exec(before)?.[1]
      const numerator = series !== '' && own ? own : numeratorOf(before, total.length)
      if (numerator === null) return []
      const asDigits = numerator.length > total.length ? numerator : readLettersAsDigits(numerator)
      const written = `${series}${asDigits}/${series}${readLettersAsDigits(total)}`
      const repaired = [...`${numerator}${total}`].filter(isLikeDigit).length
      const torn =
        total.length === 2 &&
        Number(readLettersAsDigits(numerator)) > 1.5 * Number(readLettersAsDigits(total)) &&
        series === ''
      return [{ text: written, kind: 'fraction' as const, fit: (torn ? 0.6 : 0.95) - 0.15 * repaired }]
    },
  )

// The digits before the slash; a letter counts as one only where the total says that a digit is missing.
const numeratorOf = (before: string, totalLength: number): string | null => {
  const variant = new RegExp(`[0-9]{${totalLength}}[A-E]$`).exec(before)
  if (variant) return variant[0]
  const real = /(?<![0-9])[0-9]*$/.exec(before)?.[0] ?? ''
  let start = before.length - Math.min(real.length, 3)
  const misread = () => isLikeDigit(before[start - 1] ?? '')
  while (start > 0 && before.length - start < totalLength && misread()) start--
  const numerator = before.slice(start)
  return /[0-9]/.test(numerator) ? numerator : null
}

/** What the matches of a pattern in a text are as numbers; `read` gets the groups of each, and the whole first. */
const numbersIn = (
  text: string,
  pattern: RegExp,
  kind: PrintedNumber['kind'],
  read: (groups: readonly string[]) => readonly [text: string, fit: number] | null,
): PrintedNumber[] =>
  [...text.matchAll(pattern)].flatMap((groups) => {
    const found = read(groups)
    return found === null ? [] : [{ text: found[0], kind, fit: found[1] }]
  })

const onePieceCode = new RegExp(`([O0Q]P|ST|EB|PRB)(${digitLike}{2})[-/.]?(${digitLike}{3})(?![0-9])`, 'g')
const promotionCode = /(?:^|[^A-Z0-9])P-([0-9]{3})(?![0-9])/g
const regionCode = new RegExp(`([A-Z0-9]{3,4})-((?:${region})?)((?:S[EP]|[A-D])?)(${digitLike}{1,3})(?![0-9])`, 'g')
const gluedCode = /(?:^|[^A-Z0-9]|EN[I|L1]?)((?:1H|U-)?[A-Z]{3}|SWSH|SVP|SM|XY|BW|DP|HGSS)([0-9]{2,3})(?![0-9/])/g

// OP05-119, P-001; SDCL-FR027, LOB-001; HNT122; SWSH001
const setCodes = (text: string): PrintedNumber[] => [
  ...numbersIn(text, onePieceCode, 'code', ([whole = '', series = '', set = '', number = '']) => [
    `${series.replace(/^[0Q]P/, 'OP')}${readLettersAsDigits(set)}-${readLettersAsDigits(number)}`,
    whole.includes('-') ? 0.95 : 0.75,
  ]),
  ...numbersIn(text, promotionCode, 'code', ([, number = '']) => [`P-${number}`, 0.7]),
  ...numbersIn(text, regionCode, 'code', ([, set = '', region = '', series = '', number = '']) =>
    /[A-Z]{2}/.test(set) &&
    `${series}${number}`.length === 3 &&
    !/^(?:OP|ST|EB)[0-9]{2}$/.test(region === '' ? set : '')
      ? [`${set}-${region}${series}${readLettersAsDigits(number)}`, region === '' ? 0.7 : 0.92]
      : null,
  ),
  ...numbersIn(text, gluedCode, 'code', ([, set = '', number = '']) => [
    `${set}${number}`,
    set.length === 3 && number.length < 3 ? 0.3 : 0.6,
  ]),
]

// No.130: Japanese cards of the first years have no other number; elsewhere it counts Pokémon, not cards
const pokedexNumber = (text: string): PrintedNumber[] =>
  numbersIn(text, /^N[OA0][.,:]?([0-9]{3})$/g, 'pokedex', ([, number = '']) => [`No.${number}`, 0.8])

// R 0123, 0048: Magic since 2023, four digits beside the rarity's letter
const paddedNumber = /(?:^|[^A-Z0-9/-])([CURMLTSP]?) ?([0OQ](?=[0-9OQ]*[1-9])[0-9OQ]{3})(?![0-9/-])/g
const padded = (text: string): PrintedNumber[] =>
  numbersIn(text, paddedNumber, 'padded', ([, rarity = '', number = '']) => [
    readLettersAsDigits(number),
    rarity === '' ? 0.65 : 0.85,
  ])

// 24, 159, SVP EN 159, 196 U: promotions of Pokémon, decks of Magic; a line of its own, or it is no number
const bareNumber = /^(?:[A-Z]{3} ?(?:EN|DE|FR|IT|ES|PT) ?)?([0-9]{2,3})(?: ?[CURMS])?$/g
const bare = (text: string): PrintedNumber[] => numbersIn(text, bareNumber, 'bare', ([, number = '']) => [number, 0.8])

// 0711193 or 071193: the slash read as a stroke or not at all; only a catalogue can bear that out
const slashless = (text: string): PrintedNumber[] =>
  numbersIn(
    text,
    /(?<![0-9/])([0-9OQ]{3})([1I|L7]?)([0-9OQ]{3})(?![0-9/])/g,
    'guess',
    ([, number = '', , total = '']) => [`${readLettersAsDigits(number)}/${readLettersAsDigits(total)}`, 0.3],
  )
