import type { IdentifyResult } from '../../src/contract/identification.ts'
import { percent, printTable } from '../figures.ts'
import type { KindFigures, Outcome } from './ask.ts'
import { shownAlone } from './kinds.ts'
import type { SearchFigures } from './search-kinds.ts'

const write = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

const candidateLine = ({ matchScore, ...candidate }: IdentifyResult['candidates'][number]): string => {
  const { productId, name, cardNumber, setName, rarity, matchReasons } = candidate
  return `  ${matchScore} ${productId} ${name} · ${cardNumber} · ${setName} · ${rarity} · ${matchReasons.join(' ')}`
}

const printOutcome = (what: string, { text, fitting, result }: Outcome): void => {
  const set = text.set === undefined ? '' : ` [set ${text.set}]`
  const category = text.category === undefined ? '' : ` [category ${text.category}]`
  write(`\n${what}: ${text.q}${set}${category}`)
  const { unread } = result.parsed
  write(
    `  fit: ${fitting.length}${result.ambiguous ? ', ambiguous' : ''}${unread.length > 0 ? `, unread ${unread}` : ''}`,
  )
  for (const { product } of fitting.slice(0, 3))
    write(`  fits ${product.productId} ${product.name} · ${product.number} · ${product.setName} · ${product.rarity}`)
  for (const candidate of result.candidates.slice(0, 2)) write(candidateLine(candidate))
}

/** Prints some of what went wrong of each kind, certain and wrong first. */
export const printMisses = (kinds: readonly KindFigures[], perKind: number): void => {
  for (const { kind, misses } of kinds) {
    const show = (what: string, some: readonly Outcome[]): void => {
      for (const outcome of some.slice(0, perKind)) printOutcome(`${kind}, ${what}`, outcome)
    }
    show(
      'certain and wrong',
      misses.filter(({ isWrong }) => isWrong),
    )
    show(
      'another first',
      misses.filter(({ isWrong, isFirstRight }) => !isWrong && isFirstRight === false),
    )
    show(
      'asked needlessly',
      misses.filter(({ isFirstRight, isNeedless }) => isNeedless && isFirstRight === true),
    )
  }
}

/** Prints the figures of every kind; true when nothing was certain and wrong in those that have a target. */
export const printKinds = (kinds: readonly KindFigures[]): boolean => {
  printTable(
    ['kind', 'asked', 'certain', 'certain and wrong', 'first right %', 'told apart', 'asked needlessly', ''],
    kinds.map(({ kind, asked, certain, wrong, withFitting, firstRight, decided, needless }) => [
      kind,
      asked,
      certain,
      wrong,
      withFitting === 0 ? '' : percent(firstRight, withFitting),
      decided,
      needless,
      shownAlone.has(kind) ? '' : wrong === 0 ? 'met' : 'MISSED',
    ]),
  )
  return kinds.every(({ kind, wrong }) => wrong === 0 || shownAlone.has(kind))
}

/** Prints the figures of the searches; true when every target is met. */
export const printSearches = (
  searches: readonly { readonly name: string; readonly maxMissed: number; readonly figures: SearchFigures }[],
  misses: number,
): boolean => {
  if (searches.length === 0) return true
  const isMet = ({ maxMissed, figures }: (typeof searches)[number]): boolean =>
    100 * figures.missed <= maxMissed * figures.of
  for (const { name, figures } of searches)
    for (const miss of figures.misses.slice(0, misses)) write(`\n${name}, missed: ${miss}`)
  printTable(
    ['search', 'asked', 'of', 'missed %', 'at most %', ''],
    searches.map((search) => [
      search.name,
      search.figures.asked,
      search.figures.of,
      percent(search.figures.missed, search.figures.of, 2),
      search.maxMissed,
      isMet(search) ? 'met' : 'MISSED',
    ]),
  )
  return searches.every(isMet)
}
