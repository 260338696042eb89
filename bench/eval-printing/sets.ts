import { foldText } from '../../src/cards/fold.ts'
import type { Random } from '../multiply.ts'
import { type Kind, nameOf, pick, shuffled, typedCode } from './kind.ts'
import type { Row, Rows } from './rows.ts'

const setOf = ({ product }: Row): string => product.setName ?? ''

/** Name, number, and the set apart. */
export const roundTrips: Kind = function* ({ cards }, random) {
  for (const row of shuffled(cards, random)) {
    const number = row.product.number ?? ''
    const set = setOf(row)
    yield { q: `${row.product.name} ${number}`, set, readings: [{ ...nameOf(row), number, set }] }
  }
}

/** Name, set and number in one text. */
export const roundTripsInText: Kind = function* ({ cards }, random) {
  for (const row of shuffled(cards, random)) {
    const number = row.product.number ?? ''
    const set = setOf(row)
    yield { q: `${row.product.name} ${set} ${number}`, readings: [{ ...nameOf(row), number, set }] }
  }
}

export const namesAndNumbers: Kind = function* ({ cards }, random) {
  for (const row of shuffled(cards, random)) {
    const number = row.product.number ?? ''
    yield { q: `${row.product.name} ${number}`, readings: [{ ...nameOf(row), number }] }
  }
}

/** `Sol Ring [C21] 263`. */
export const codesInBrackets: Kind = function* ({ cards }, random) {
  for (const row of shuffled(cards, random)) {
    const number = row.product.number ?? ''
    const set = typedCode(row)
    if (set === null) continue
    yield { q: `${row.product.name} [${set}] ${number}`, readings: [{ ...nameOf(row), number, set }] }
  }
}

/** A code that no set has, of letters with which no published list of promo and token sets begins its own. */
const unknownCode = (rows: Rows, random: Random): string => {
  for (;;) {
    const letters = [...'BCDGHKLNRVWZ']
    const code = `${pick(['Q', 'X', 'Z'], random)}${pick(letters, random)}${pick(letters, random)}`
    if (!rows.hasCode(code)) return code
  }
}

/** A name that no set has: words of two that do not stand together in any. */
const createUnknownNames = ({ rows }: Rows) => {
  const names = [...new Set(rows.map(({ setName }) => setName))].filter((name) => name.includes(' '))
  const words = [...new Set(names.flatMap((name) => name.split(' ')))].filter((word) => /^\p{L}{4,}$/u.test(word))
  const wordSets = names.map((name) => new Set(name.split(' ')))
  return (random: Random): string => {
    for (;;) {
      const some = [pick(words, random), pick(words, random), ...(random(2) === 0 ? [pick(words, random)] : [])]
      if (!wordSets.some((set) => some.every((word) => set.has(word))))
        return some.map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`).join(' ')
    }
  }
}

/** Name and number of a card beside a set that the catalogue lacks: as a hint, or its code in brackets. */
export const unknownSets: Kind = function* (rows, random) {
  const unknownName = createUnknownNames(rows)
  for (const row of shuffled(rows.cards, random)) {
    const number = row.product.number ?? ''
    const text = `${row.printed} ${number}`
    const code = unknownCode(rows, random)
    for (const set of [code, unknownName(random)]) yield { q: text, set, readings: [{ base: row.base, number, set }] }
    const inBrackets = pick([`(${code})`, `[${code}]`], random)
    yield { q: `${row.printed} ${inBrackets} ${number}`, readings: [{ base: row.base, number, set: code }] }
  }
}

/** Basic energies with a count and no set; `Water Energy` is `Basic Water Energy` too. */
export const energies: Kind = function* ({ cards }, random) {
  const basic = cards.filter(({ base }) =>
    /^(?:basic )?(?:grass|fire|water|lightning|psychic|fighting|darkness|metal|fairy) energy$/.test(base),
  )
  for (const row of shuffled(basic, random)) {
    const name = foldText(row.base).replace(/^basic /, '')
    const printed = row.printed.replace(/^Basic /, '')
    const number = pick([row.product.number ?? '', String(Number.parseInt(row.product.number ?? '', 10) || 1)], random)
    const said = [name, `basic ${name}`]
    const count = 1 + random(20)
    yield { q: `${count} ${printed} ${number}`, readings: said.map((base) => ({ base, number })) }
    yield { q: `${printed} ${number}`, readings: said.map((base) => ({ base, number })) }
    const counted = said.flatMap((base) => [{ base }, { base, number: String(count) }])
    yield { q: `${count} ${printed}`, readings: counted }
  }
}
