import { headOf, type LineCard, type LineCatalog, type LineFacts, type LineSet } from '../line-catalog.ts'
import { createRandom } from '../multiply.ts'
import { createCardPicker } from './card-picker.ts'
import { damageName } from './damage.ts'
import type { ExportFile, WrittenRow } from './make-export.ts'
import { copiesOf } from './market.ts'

/**
 * A deck list as a program writes it. It says nothing of condition and language, so that near mint in English is meant.
 */
export interface DeckList {
  readonly name: string
  readonly lines: readonly number[]
  readonly before: readonly string[]
  /** What stands between its parts. */
  readonly between: readonly string[]
  readonly hasFoils: boolean
  readonly hasNumber: boolean
  readonly write: (quantity: number, name: string, code: string, number: string, isFoil: boolean) => string
}

export const deckLists: readonly DeckList[] = [
  {
    name: 'MTG Arena',
    lines: [1],
    before: ['About', 'Name My deck', '', 'Deck'],
    between: ['', 'Sideboard'],
    hasFoils: false,
    hasNumber: true,
    write: (quantity, name, code, number) => `${quantity} ${name} (${code.toUpperCase()}) ${number}`,
  },
  {
    name: 'Moxfield text',
    lines: [1],
    before: [],
    between: ['', 'SIDEBOARD:'],
    hasFoils: true,
    hasNumber: true,
    write: (quantity, name, code, number, isFoil) =>
      `${quantity} ${name} (${code.toUpperCase()}) ${number}${isFoil ? ' *F*' : ''}`,
  },
  {
    name: 'Archidekt text',
    lines: [1],
    before: [],
    between: [''],
    hasFoils: true,
    hasNumber: true,
    write: (quantity, name, code, number, isFoil) =>
      `${quantity}x ${name} (${code.toLowerCase()}) ${number} ${isFoil ? '*F* ' : ''}[Ramp,Artifacts] ^Have,#37d67a^`,
  },
  {
    name: 'PTCG Live',
    lines: [3],
    before: ['Pokémon: 100'],
    between: ['', 'Trainer: 100'],
    hasFoils: false,
    hasNumber: true,
    write: (quantity, name, code, number) => `${quantity} ${name} ${code.toUpperCase()} ${headOf(number)}`,
  },
  {
    name: 'TCGplayer mass entry',
    lines: [1, 3],
    before: [],
    between: [],
    hasFoils: false,
    hasNumber: false,
    write: (quantity, name, code) => `${quantity} ${name} [${code.toUpperCase()}]`,
  },
]

const codeForm = /^(?=.*[A-Z])[A-Z0-9]{2,6}$/i
const numberForm = /^[A-Z0-9★†-]*\d[A-Za-z0-9★†-]*(?:\/[A-Za-z0-9-]+)?$/

/** Makes a deck list of some cards, with the damage that typing does to it. */
export const makeDeckList = (list: DeckList, catalog: LineCatalog, rowCount: number, seed: number): ExportFile => {
  const random = createRandom(seed)
  for (let skipped = 0; skipped < 20; skipped++) random(2)
  const factsOf = (card: LineCard): LineFacts => ({
    name: card.printed,
    ...(list.hasNumber ? { number: card.product.number as string } : {}),
    inSet: ({ code }: LineSet) => code?.toUpperCase() === card.set.code?.toUpperCase(),
  })
  const fits = ({ product, set }: LineCard) => codeForm.test(set.code ?? '') && numberForm.test(product.number ?? '')
  const pickCard = createCardPicker({ lines: list.lines, facts: factsOf, fits }, catalog)
  const lines = [...list.before]
  const rows: WrittenRow[] = []
  while (rows.length < rowCount) {
    if (rows.length === Math.floor(rowCount / 2)) lines.push(...list.between)
    const card = pickCard(random)
    const isFoil = list.hasFoils && random(5) === 0
    const copy = copiesOf(card.product).find(
      ({ language, condition, variant }) =>
        language === 'English' && condition === 'Near Mint' && variant === (isFoil ? 'Foil' : 'Normal'),
    )
    if (copy === undefined) continue
    const name = damageName(card.printed, random).trim()
    const text = list.write(1 + random(4), name, card.set.code as string, card.product.number as string, isFoil)
    lines.push(text)
    rows.push({ line: lines.length, text, copy, fitting: new Set(catalog.accepted(card, factsOf(card))) })
  }
  return { text: [...lines, ''].join('\n'), rows }
}
