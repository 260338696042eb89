import { readCollectorNumber, relateNumbers } from '../../src/cards/collector-number.ts'
import { foldLetters } from '../../src/cards/fold.ts'
import { readPrintedNumbers } from '../../src/cards/printed-numbers.ts'
import { readProductName } from '../../src/cards/product-name.ts'
import type { CatalogIndex } from '../../src/catalog/index/catalog-index.ts'
import { bareTitle } from '../../src/photo/match/name-pieces.ts'
import { acceptedNames } from '../photo-set.ts'
import type { Outcome } from './read.ts'

/** From here on a line was read so clearly that leaving it unused needs a reason. */
const minConfidence = 0.9

const areOne = (a: string, b: string): boolean => {
  const [one, other] = [readCollectorNumber(a), readCollectorNumber(b)]
  return one !== null && other !== null && relateNumbers(one, other) === 'same'
}

/** Lines that say name or number of the card clearly, where the answer does not: what was read and thrown away. */
export const unusedLines = (outcomes: readonly Outcome[], index: CatalogIndex): string[] =>
  outcomes.flatMap(({ label, reading, answer }) => {
    if (label.cards !== undefined) return []
    const { suggested } = answer.ocr
    const products = (label.productIds ?? []).map((id) => index.product(id)).filter((product) => product !== null)
    const names = new Set([
      ...acceptedNames(label),
      ...products.map(({ name }) => foldLetters(readProductName(name).printed)),
    ])
    const numbers = [label.cardNumber, ...products.map(({ number }) => number)].filter((number) => number !== null)
    const isName = (text: string): boolean => names.has(foldLetters(bareTitle(text))) || names.has(foldLetters(text))
    const isNumber = (text: string): boolean =>
      numbers.some((own) =>
        [text, ...readPrintedNumbers(text).map((read) => read.text)].some((read) => areOne(read, own)),
      )
    const lacksName = names.size > 0 && !names.has(foldLetters(suggested.name ?? ''))
    const lacksNumber = !isNumber(suggested.cardNumber ?? '')
    return reading.lines
      .filter(({ confidence }) => confidence >= minConfidence)
      .flatMap(({ text, confidence, box }) => {
        const kind = lacksName && isName(text) ? 'name' : lacksNumber && isNumber(text) ? 'number' : null
        const [x = 0, y = 0] = box[0] ?? []
        return kind === null
          ? []
          : [
              `${label.file}: ${kind} "${text}" at ${x.toFixed(2)},${y.toFixed(2)} with ${confidence.toFixed(2)}; ` +
                `read ${suggested.name} · ${suggested.cardNumber}`,
            ]
      })
  })
