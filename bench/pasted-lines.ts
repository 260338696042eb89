import { foldText, slugOf } from '../src/cards/fold.ts'
import type { IndexInput } from '../src/catalog/index/build/index-input.ts'
import { createLineCatalog, headOf, type LineCard, type LineFacts, type LineSet, unspaced } from './line-catalog.ts'
import { conditions, copyOf, finishes, languageMarks, moxfieldFinishes, regions, titleStates } from './line-words.ts'
import { createRandom } from './multiply.ts'
import type { IdentifyCase, SaidOfCopy } from './shared-catalog.ts'

/** A line of text about a card, and what it says. */
interface WrittenLine {
  readonly text: string
  readonly setHint?: string
  readonly facts: LineFacts
  readonly copy: SaidOfCopy
}

/** The kinds of lines, as labelled ones name them; lines of collector numbers have no labelled ones. */
export const pastedKinds = [
  ...['arena_line', 'moxfield_line', 'name_bracket_set', 'name_set_code_digit', 'name_set_code', 'ptcgl_line'],
  ...['quantity_name_number', 'quantity_name', 'glued_quantity', 'csv_line', 'name_comma_number', 'copy_words'],
  ...['auction_title', 'region_code', 'number_in_set', 'collector_line'],
] as const
type PastedKind = (typeof pastedKinds)[number]

interface LineKind {
  readonly fits: (card: LineCard) => boolean
  readonly write: (card: LineCard, hand: Hand) => WrittenLine
}

const isLine = ({ product }: LineCard, line: RegExp): boolean => line.test(product.categoryName ?? '')
const isMagic = (card: LineCard): boolean => isLine(card, /^magic/i)
const isPokemon = (card: LineCard): boolean => isLine(card, /^pok[eé]mon/i)

const writable = /^[\p{L}\d★†-]*\d[\p{L}\d★†-]*(?:\/[\p{L}\d-]+)?$/u
const wholeCode = /^[A-Z0-9]{2,4}-[A-Z]{0,3}\d{3}$/
/** A set's abbreviation that people know to be one; digits alone are a number. */
const setCode = /^(?=.*[A-Z])[A-Z0-9]{2,6}(?:[:-][A-Z0-9]{1,3})?$/i
/** A Yu-Gi-Oh! code in English, of today and of the years before regions were printed. */
const englishCode = /^([A-Z0-9]{2,4})-(?:EN(?=[A-Z]?\d)|(?=\d{3}$))/

/** A set's name as titles have it, without its series: `SWSH10: Astral Radiance` → `Astral Radiance`. */
const titleOf = (name: string): string => name.replace(/^[^:]+: /, '')

/** The habits of whoever writes a line: what they choose, abbreviate and quote, drawn from a seed. */
const createHand = (seed: number) => {
  const random = createRandom(seed)
  const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T
  const chance = (percent: number): boolean => random(100) < percent
  return {
    random,
    pick,
    chance,
    amount: (): number => pick([1, 1, 2, 3, 4]),
    anyCase: (text: string): string => (chance(35) ? text.toLowerCase() : text),
    written: (number: string): string => (chance(50) ? number : headOf(number)),
    quoted: (field: string, separator: string): string =>
      field.includes(separator) || field.includes('"') || chance(20) ? `"${field.replaceAll('"', '""')}"` : field,
  }
}
type Hand = ReturnType<typeof createHand>

const numberOf = ({ product }: LineCard): string => product.number as string
const codeOf = ({ set }: LineCard): string => set.code as string
const hasCode =
  (code: string) =>
  (set: LineSet): boolean =>
    set.code?.toUpperCase() === code.toUpperCase()
const isNumbered = ({ product }: LineCard): boolean => writable.test(product.number ?? '')
const isCoded = ({ set }: LineCard): boolean => setCode.test(set.code ?? '')
const isPrintedCode = ({ set }: LineCard): boolean => /^[A-Z][A-Z0-9]{2}$/.test(set.code ?? '')
const isCodeNumbered = (card: LineCard): boolean => wholeCode.test(card.product.number ?? '')
const all =
  (...tests: ((card: LineCard) => boolean)[]) =>
  (card: LineCard): boolean =>
    tests.every((test) => test(card))

const nameAndCode = (card: LineCard, { anyCase, chance }: Hand): WrittenLine => {
  const code = codeOf(card)
  return {
    text: `${anyCase(card.printed)} ${chance(35) ? code.toLowerCase() : code}`,
    facts: { name: card.printed, inSet: hasCode(code) },
    copy: copyOf({}),
  }
}

const kinds: Readonly<Record<PastedKind, LineKind>> = {
  arena_line: {
    fits: all(isMagic, isNumbered, isCoded),
    write: (card, { amount }) => {
      const [quantity, code, number] = [amount(), codeOf(card).toUpperCase(), numberOf(card)]
      return {
        text: `${quantity} ${card.printed} (${code}) ${number}`,
        facts: { name: card.printed, number, inSet: hasCode(code) },
        copy: copyOf({ quantity }),
      }
    },
  },
  moxfield_line: {
    fits: all(isMagic, isNumbered, isCoded),
    write: (card, { pick, chance, amount }) => {
      const [quantity, code, number] = [amount(), codeOf(card).toLowerCase(), numberOf(card)]
      const [mark, variant] = pick(moxfieldFinishes)
      return {
        text: `${quantity}${chance(50) ? 'x' : ''} ${card.printed} (${code}) ${number}${mark}`,
        facts: { name: card.printed, number, inSet: hasCode(code) },
        copy: copyOf({ quantity, variant }),
      }
    },
  },
  name_bracket_set: {
    fits: isCoded,
    write: (card, { chance, amount }) => {
      const [quantity, code] = [amount(), codeOf(card)]
      return {
        text: `${quantity}${chance(60) ? 'x' : ''} ${card.printed} [${code}]`,
        facts: { name: card.printed, inSet: hasCode(code) },
        copy: copyOf({ quantity }),
      }
    },
  },
  name_set_code_digit: { fits: all(isCoded, ({ set }) => /\d/.test(set.code ?? '')), write: nameAndCode },
  name_set_code: { fits: all(isCoded, ({ set }) => /^[a-z]+$/i.test(set.code ?? '')), write: nameAndCode },
  ptcgl_line: {
    fits: all(isPokemon, isNumbered, isCoded),
    write: (card, { amount }) => {
      const [quantity, code, number] = [amount(), codeOf(card), headOf(numberOf(card))]
      return {
        text: `${quantity} ${card.printed} ${code} ${number}`,
        facts: { name: card.printed, number, inSet: hasCode(code) },
        copy: copyOf({ quantity }),
      }
    },
  },
  quantity_name_number: {
    fits: isNumbered,
    write: (card, { pick, amount, written }) => {
      const [quantity, number] = [amount(), written(numberOf(card))]
      return {
        text: `${quantity}${pick([' ', ' ', 'x ', ' x ', '× '])}${card.printed} ${number}`,
        facts: { name: card.printed, number },
        copy: copyOf({ quantity }),
      }
    },
  },
  quantity_name: {
    fits: () => true,
    write: (card, { pick, amount, anyCase }) => {
      const quantity = amount()
      return {
        text: `${quantity}${pick([' ', 'x ', ' x '])}${anyCase(card.printed)}`,
        facts: { name: card.printed },
        copy: copyOf({ quantity }),
      }
    },
  },
  glued_quantity: {
    fits: isCodeNumbered,
    write: (card, { random }) => {
      const [quantity, number] = [2 + random(3), numberOf(card)]
      return { text: `${quantity}x${number}`, facts: { number }, copy: copyOf({ quantity }) }
    },
  },
  csv_line: {
    fits: all(isNumbered, ({ set }) => set.name !== ''),
    write: (card, { pick, chance, amount, written, quoted }) => {
      const { name } = card.set
      const [number, separator] = [written(numberOf(card)), chance(65) ? ',' : '\t']
      const fields = [quoted(card.printed, separator), /[,"]/.test(name) ? quoted(name, separator) : name, number]
      const facts = { name: card.printed, number, inSet: (set: LineSet) => set.name === name }
      if (chance(60)) return { text: fields.join(separator), facts, copy: copyOf({}) }
      const [[condition, meant], quantity] = [pick(conditions), amount()]
      return {
        text: [quantity, ...fields, condition].join(separator),
        facts,
        copy: copyOf({ quantity, condition: meant }),
      }
    },
  },
  name_comma_number: {
    fits: isNumbered,
    write: (card, { pick, written }) => {
      const [number, [condition, meant]] = [written(numberOf(card)), pick(conditions)]
      return {
        text: `${card.printed}, ${number}, ${condition}`,
        facts: { name: card.printed, number },
        copy: copyOf({ condition: meant }),
      }
    },
  },
  copy_words: {
    fits: all(isNumbered, (card) => finishes.some(([line]) => isLine(card, line))),
    write: (card, { pick, chance, anyCase, written }) => {
      const [number, [condition, meant]] = [written(numberOf(card)), pick(conditions)]
      const [finish, variant] = pick(finishes.find(([line]) => isLine(card, line))?.[1] ?? [['', null] as const])
      const words = [finish, condition].filter((word) => word !== '')
      return {
        text: [anyCase(card.printed), number, ...(chance(30) ? words.reverse() : words)].join(' '),
        facts: { name: card.printed, number },
        copy: copyOf({ condition: meant, variant }),
      }
    },
  },
  auction_title: {
    fits: all(
      isNumbered,
      (card) => isMagic(card) || isPokemon(card),
      ({ set }) => set.year !== null,
    ),
    write: (card, { pick }) => {
      const [number, [state, condition], title] = [headOf(numberOf(card)), pick(titleStates), titleOf(card.set.name)]
      return {
        text: `${card.set.year} ${isMagic(card) ? 'MTG' : 'Pokemon'} ${title} ${card.printed} #${number} ${state}`,
        facts: {
          name: card.printed,
          number,
          inSet: ({ name }) => foldText(name) === foldText(title) || foldText(titleOf(name)) === foldText(title),
        },
        copy: copyOf({ condition }),
      }
    },
  },
  region_code: {
    fits: (card) => isLine(card, /^yu-?gi-?oh/i) && englishCode.test(card.product.number ?? ''),
    write: (card, { pick, chance }) => {
      const [region, language] = pick(regions)
      const number = numberOf(card).replace(englishCode, `$1-${region}`)
      const copy = copyOf({ language })
      return chance(50)
        ? { text: `${card.printed} ${number}`, facts: { name: card.printed, number }, copy }
        : { text: number, facts: { number }, copy }
    },
  },
  number_in_set: {
    fits: all(isNumbered, ({ set }) => slugOf(set.name) !== ''),
    write: (card, { chance, written }) => {
      const [number, slug] = [written(numberOf(card)), slugOf(card.set.name)]
      return {
        text: number,
        setHint: chance(60) ? card.set.name : slug,
        facts: { number, inSet: ({ name }) => slugOf(name) === slug },
        copy: copyOf({}),
      }
    },
  },
  collector_line: {
    fits: all(isNumbered, isPrintedCode, (card) => isPokemon(card) || (isMagic(card) && /^\d+$/.test(numberOf(card)))),
    write: (card, { pick, chance }) => {
      const [code, number, [mark, language]] = [codeOf(card), numberOf(card), pick(languageMarks)]
      const text = isMagic(card)
        ? `${code}${pick(['·', ' • ', ' '])}${mark} ${chance(70) ? number.padStart(4, '0') : number}`
        : pick([`${number} ${code} ${mark}`, `${code} ${mark} ${number}`])
      return { text, facts: { number, inSet: hasCode(code) }, copy: copyOf({ language }) }
    },
  },
}

/**
 * Makes lines of the kinds that people paste, with all cards that each may mean, from any catalogue and a seed; none is
 * about an excluded product.
 */
export const makePastedLines = (
  input: IndexInput,
  perKind: number,
  seed: number,
  excluded: ReadonlySet<number> = new Set(),
): IdentifyCase[] => {
  const hand = createHand(seed)
  const { cards, accepted, named } = createLineCatalog(input)
  const readable = cards.filter(({ product, printed }) => !excluded.has(product.productId) && !unspaced.test(printed))
  const makeKind = (kind: PastedKind, { fits, write }: LineKind): IdentifyCase[] => {
    // Product lines differ a thousandfold in size; all of them are asked equally often.
    const lines = Object.values(Object.groupBy(readable.filter(fits), ({ product }) => product.categoryId ?? 0))
    const made: IdentifyCase[] = []
    for (let attempt = 0; lines.length > 0 && attempt < perKind * 10 && made.length < perKind; attempt++) {
      const card = hand.pick(hand.pick(lines) ?? [])
      const { text, setHint, facts, copy } = write(card, hand)
      if (text.length > 120) continue
      made.push({
        id: `${kind} ${made.length}`,
        kind,
        query: text,
        ...(setHint === undefined ? {} : { setHint }),
        expectProductId: card.product.productId,
        // `Raichu EX` may also be the card of that name, whatever set has the code.
        acceptProductIds: [...new Set([...accepted(card, facts), ...named(text)])],
        copy,
      })
    }
    return made
  }
  return pastedKinds.flatMap((kind) => makeKind(kind, kinds[kind]))
}
