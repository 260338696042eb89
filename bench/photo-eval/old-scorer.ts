/**
 * The scorer of the release before, printed beside the new one for this release: the catalogue is granted the labelled names that it lacks, cards in other languages do not count,
 * and a right number without a name is no fault.
 */
import { foldLetters } from '../../src/cards/fold.ts'
import type { CatalogIndex } from '../../src/catalog/index/catalog-index.ts'
import { openLexicon, packLexicon } from '../../src/photo/match/lexicon.ts'
import type { FullReading } from '../../src/photo/reading.ts'
import type { Label } from '../../test/support/photos/labelled.ts'
import { acceptedNames, nameFits, numberFits } from '../photo-set.ts'

/** A labelled picture and what was read of it with the wider catalogue. */
export interface OldOutcome {
  readonly label: Label
  readonly reading: Pick<FullReading, 'card' | 'confidence'>
}

const englishNames = ({ lang, name, names }: Label): string[] =>
  lang === 'en' ? [name, ...(names ?? [])].filter((text) => text !== null) : []

/** Whether the catalogue has the names of a picture: then both scorers see the same reading. */
export const hasNames = (names: SharedArrayBuffer) => {
  const lexicon = openLexicon(names)
  return (label: Label): boolean =>
    englishNames(label).every((name) => foldLetters(lexicon.nearestNames(name, 1)[0]?.name ?? '') === foldLetters(name))
}

/** The names of the catalogue and the labelled ones that it lacks, without numbers. */
export const packWidened = (index: CatalogIndex, labels: readonly Label[]): SharedArrayBuffer =>
  packLexicon([...index.entries(), ...labels.flatMap(englishNames).map((name) => ({ name, number: null, set: 0 }))])

const nameScored = ({ label }: OldOutcome): boolean => label.lang === 'en' && !label.numberOnly && acceptedNames(label).length > 0
const nameRight = ({ label, reading }: OldOutcome): boolean => nameFits(label, reading.card.name)
const numberScored = ({ label }: OldOutcome): boolean => label.numberLegible && label.cardNumber !== null
const numberRight = ({ label, reading }: OldOutcome): boolean => numberFits(label, reading.card.number?.text ?? null)
const wrong = (o: OldOutcome): boolean => {
  const isHopeless = o.label.name === null && !o.label.numberOnly
  return (
    (o.reading.card.name !== null && (isHopeless || (nameScored(o) && !nameRight(o)))) ||
    (o.reading.card.number !== null && numberScored(o) && !numberRight(o))
  )
}

/** The figures as they were counted before. */
export const oldScores = (outcomes: readonly OldOutcome[]): string[] => {
  const share = (scored: (o: OldOutcome) => boolean, right: (o: OldOutcome) => boolean): string => {
    const pool = outcomes.filter(scored)
    return `${pool.filter(right).length}/${pool.length}`
  }
  return [
    '\n| old scorer | |\n|---|---|',
    `| name | ${share(nameScored, nameRight)} |`,
    `| number | ${share(numberScored, numberRight)} |`,
    `| name and number | ${share(
      (o) => nameScored(o) && numberScored(o),
      (o) => nameRight(o) && numberRight(o),
    )} |`,
    `| wrong at 80 or more | ${share(({ reading }) => reading.confidence >= 80, wrong)} |`,
  ]
}
