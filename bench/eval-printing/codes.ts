import { foldText } from '../../src/cards/fold.ts'
import { type Kind, pick, shuffled, typedCode, writtenHead } from './kind.ts'
import type { Row, Rows } from './rows.ts'
import type { AskedText, Reading } from './truth.ts'

/**
 * What a code beside a number may say: a set, the first part of one number (`SWSH 123`, `OP01 001`), or a card of that
 * name.
 */
const readingsOf = (code: string, number: string): Reading[] => [
  { set: code, number },
  ...(/\d$/.test(code) && /^\d/.test(number) ? [] : [{ number: `${code}${number}` }]),
  { number: `${code}-${number}` },
  { base: foldText(code), number },
]

export const codeAndNumber = (code: string, number: string): AskedText => ({
  q: `${code} ${number}`,
  readings: readingsOf(code, number),
})

const numberAndCode = (code: string, number: string): AskedText => ({
  q: `${number} ${code}`,
  readings: [
    { set: code, number },
    { base: foldText(code), number },
  ],
})

interface CodedRow {
  readonly row: Row
  readonly code: string
}

/** Cards whose code can be told from a number; Lorcana's sets have `1` to `9`. */
const coded = ({ cards }: Rows): CodedRow[] =>
  cards.flatMap((row) => {
    const code = typedCode(row)
    return code !== null && /\p{L}/u.test(code) ? [{ row, code }] : []
  })

function* inBothOrders(rows: readonly CodedRow[], random: Parameters<Kind>[1]): Generator<AskedText> {
  for (const { row, code } of shuffled(rows, random)) {
    const number = pick([row.product.number ?? '', writtenHead(row)], random)
    const scope = random(2) === 0 ? { category: row.category } : {}
    yield { ...codeAndNumber(code, number), ...scope }
    yield { ...numberAndCode(code, number), ...scope }
  }
}

/** Codes that several sets, of one game or of several, share. */
export const sharedCodes: Kind = (rows, random) => {
  const sets = new Map<string, Set<string>>()
  for (const { row, code } of coded(rows)) {
    const key = code.toUpperCase()
    sets.set(key, (sets.get(key) ?? new Set()).add(`${row.category} ${row.product.setId}`))
  }
  return inBothOrders(
    coded(rows).filter(({ code }) => (sets.get(code.toUpperCase())?.size ?? 0) > 1),
    random,
  )
}

/** Code and number of any card, in both orders. */
export const codes: Kind = (rows, random) => inBothOrders(coded(rows), random)

/** The same for codes with a hyphen, with a digit at an end, and numbers that could count copies. */
export const oddCodes: Kind = (rows, random) =>
  inBothOrders(
    coded(rows).filter(({ code }) => /-|^\d|\d$/.test(code)),
    random,
  )

const isPromo = ({ product }: Row): boolean => product.rarity === 'Promo' || /promo/i.test(product.setName ?? '')

/** Promos as they are printed: `SWSH123`, `SM 210`, `130/S-P`, `SV-P 260`. */
export const promos: Kind = function* (rows, random) {
  const promoCode = /^[A-Z]{1,4}-P$/
  for (const { row, code } of shuffled(coded(rows), random)) {
    const number = row.product.number ?? ''
    const scope = random(3) === 0 ? { category: row.category } : {}
    if (promoCode.test(code)) {
      const readings = readingsOf(code, writtenHead(row))
      const printed = `${writtenHead(row)}/${code}`
      yield { q: printed, ...scope, readings: [...readings, { number: printed }] }
      yield { q: `${code} ${writtenHead(row)}`, ...scope, readings }
    } else if (isPromo(row) && /^[A-Z]+-?\d+[a-z]?$/i.test(number)) {
      yield { q: number, ...scope, readings: [{ number }] }
      const apart = number.replace(/^([A-Z]+)-?(?=\d)/i, '$1 ')
      const [letters = '', digits = ''] = apart.split(' ')
      yield { q: apart, ...scope, readings: [{ number }, { set: letters, number: digits }] }
    }
  }
}
