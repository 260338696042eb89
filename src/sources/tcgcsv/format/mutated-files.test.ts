import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PriceObservation } from '../../../archive/ports.ts'
import { FileFormatError } from './file-format-error.ts'
import type { PriceRows } from './price-rows.ts'
import { readPrices } from './read-prices.ts'
import { readPricesTwin } from './read-prices-twin.ts'

/** mulberry32: the same numbers in every run. */
const createRandom = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}
type Random = ReturnType<typeof createRandom>

const printings = ['Normal', 'Foil', 'Cold Foil', '1st Edition Rainbow Foil', 'Hologram']
const names = ['Lexi', 'Arakni, Solitary', 'Box of "24"', 'Two\r\nlines', 'Éclair', "Spider's Bite", 'VII,oo {x}']

const rowsOf = (random: Random) =>
  Array.from({ length: 12 }, (_, at) => ({
    productId: 245_000 + at,
    name: names[random(names.length)] as string,
    lowPrice: random(5) === 0 ? null : (random(90_000) + 1) / 100,
    midPrice: (random(90_000) + 1) / 100,
    highPrice: (random(900_000) + 1) / 100,
    marketPrice: random(4) === 0 ? null : (random(90_000) + 1) / 100,
    directLowPrice: random(3) === 0 ? (random(9_000) + 1) / 100 : null,
    subTypeName: printings[random(printings.length)] as string,
  }))

const bodyOf = (rows: ReturnType<typeof rowsOf>): string =>
  JSON.stringify({ success: true, errors: [], results: rows.map(({ name: _, ...row }) => row) })

const field = (value: string | number | null): string => {
  const text = value === null ? '' : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
const columns = [
  ...['productId', 'name', 'lowPrice', 'midPrice', 'highPrice', 'marketPrice', 'directLowPrice', 'subTypeName'],
] as const
const twinOf = (rows: ReturnType<typeof rowsOf>): string =>
  [columns.join(','), ...rows.map((row) => columns.map((name) => field(row[name])).join(','))].join('\r\n')

const alphabet = '",\n\r{}[]:.-0123456789eENnul\\ F\ufffd\u0000'
/** One to three faults: a character changed, lost, added or swapped, a piece lost, repeated or moved, the end cut. */
const mutate = (text: string, random: Random): string => {
  let mutated = text
  for (let faults = 1 + random(3); faults > 0; faults--) {
    const at = random(mutated.length)
    const end = Math.min(mutated.length, at + 1 + random(120))
    const other = alphabet[random(alphabet.length)] as string
    const [before, piece, rest] = [mutated.slice(0, at), mutated.slice(at, end), mutated.slice(end)]
    const kinds = [
      () => before + other + mutated.slice(at + 1),
      () => before + mutated.slice(at + 1),
      () => before + other + mutated.slice(at),
      () => before + [...mutated.slice(at, at + 2)].reverse().join('') + mutated.slice(at + 2),
      () => before + rest,
      () => before + piece + piece + rest,
      () => rest + before + piece,
      () => (random(4) === 0 ? before : mutated),
    ]
    mutated = (kinds[random(kinds.length)] as () => string)() || text
  }
  return mutated
}

const amounts = (observation: PriceObservation) =>
  [
    ['lowPrice', observation.lowestCents],
    ['midPrice', observation.midCents],
    ['highPrice', observation.highestCents],
    ['marketPrice', observation.marketCents],
    ['directLowPrice', observation.directLowestCents],
  ] as const
const isWritten = (text: string, cents: number): boolean => text !== '' && Math.abs(Number(text) * 100 - cents) < 0.501

/** Looks for the row in the text, without a parser: id, printing and each amount within one pair of braces. */
const standsInBody = (text: string, observation: PriceObservation): boolean =>
  text.split(/\}\s*,\s*\{/).some((own) => {
    const all = (key: string): readonly string[] =>
      [...own.matchAll(new RegExp(`"${key}"\\s*:\\s*(?:"([^"]*)"|([^,"}\\s]*))`, 'g'))].map(
        ([, word, bare]) => word ?? bare ?? '',
      )
    return (
      all('productId').some((value) => Number(value) === observation.productId) &&
      all('subTypeName').some((word) => word === observation.variant || word.includes('\\')) &&
      amounts(observation).every(([key, cents]) => cents === null || all(key).some((value) => isWritten(value, cents)))
    )
  })

/** The same for CSV: behind a line that begins with the id, the five amounts side by side before the printing. */
const standsInTwin = (text: string, { productId, variant, ...observation }: PriceObservation): boolean =>
  text.split(/[\r\n]+(?="?\d+"?,)|^/).some((chunk) => {
    if (!new RegExp(`^[\\s\\ufeff"]*0*${productId}"?,`).test(chunk)) return false
    const fields = chunk.split(/[,\r\n]/).map((value) => value.replaceAll('"', ''))
    const wanted = amounts({ productId, variant, ...observation })
    return fields.some(
      (value, at) =>
        value === variant &&
        wanted.every(([, cents], field) => cents === null || isWritten(fields[at - 5 + field] ?? '', cents)),
    )
  })

const kinds = [
  ['a body', bodyOf, readPrices, standsInBody],
  ['a CSV twin', twinOf, readPricesTwin, standsInTwin],
] as const

for (const [name, write, read, stands] of kinds) {
  const readOrRefuse = (text: string): PriceRows | null => {
    try {
      return read(text)
    } catch (error) {
      // Anything else would be a crash.
      if (error instanceof FileFormatError && error.message.length < 200 && !error.message.includes('\n')) return null
      throw error
    }
  }

  test(`${name}, mutated 5,000 times, gives no price that does not stand in it for that product and printing`, (t) => {
    const random = createRandom(name.length)
    const counts = { refused: 0, prices: 0, rejected: 0 }
    for (let round = 0; round < 5_000; round++) {
      const text = mutate(write(rowsOf(random)), random)
      const rows = readOrRefuse(text)
      if (rows === null) counts.refused++
      for (const observation of rows?.observations ?? []) {
        counts.prices++
        assert.ok(stands(text, observation), `round ${round}: ${JSON.stringify(observation)}\n${JSON.stringify(text)}`)
      }
      counts.rejected += rows?.rejected.total ?? 0
    }
    t.diagnostic(JSON.stringify(counts))
    assert.ok(counts.refused > 100 && counts.prices > 5_000 && counts.rejected > 100, JSON.stringify(counts))
  })
}
