import { readingAdvices } from '../../src/contract/identification.ts'
import { photoSets } from '../../test/support/photos/labelled.ts'
import { quantile } from '../../test/support/quantile.ts'
import type { Outcome } from './read.ts'
import {
  answersGiven,
  binFloors,
  binsOf,
  englishName,
  foreignCard,
  foreignName,
  hopelessBelow40,
  type Judged,
  type Judgement,
  legibleNumber,
  nameAndNumber,
  namesGiven,
  printingsGiven,
  rightAtSure,
  rightlyTaken,
  type Scored,
  type Share,
  shareByCard,
  shareOf,
  stripNumber,
} from './score.ts'

const percent = ({ right, count }: Share): string => (count === 0 ? '–' : `${((100 * right) / count).toFixed(1)} %`)
const toCell = (share: Share): string =>
  share.count === 0 ? '–' : `${Number(share.right.toFixed(2))}/${share.count} (${percent(share)})`
const row = (...cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`
const head = (...cells: readonly string[]): string => `\n${row(...cells)}\n|${cells.map(() => '---|').join('')}`

const measures: Readonly<Record<string, (label: Outcome['label'], answer: Scored) => Judgement>> = {
  'English name': englishName,
  'legible number': legibleNumber,
  'name and number, English': nameAndNumber,
  'foreign name or right candidate first': foreignCard,
  'foreign name': foreignName,
  'number strip': stripNumber,
  'no card or illegible: below 40': hopelessBelow40,
}

/** What was right, by picture and by card. */
export const scoreTable = (title: string, judged: readonly Judged[]): string[] => [
  head(title, 'by picture', 'by card'),
  ...Object.entries(measures).map(([name, judge]) =>
    row(name, toCell(shareOf(judge, judged)), toCell(shareByCard(judge, judged))),
  ),
  ...(
    [
      ['wrong at 80 or more', rightAtSure],
      ['advice take, another printing first', rightlyTaken],
    ] as const
  ).map(([name, judge]) => {
    const { right, count } = shareOf(judge, judged)
    return row(name, `${count - right}/${count}`, '')
  }),
]

/** Names and numbers by kind of picture and by game. */
export const groupTable = (judged: readonly Judged[]): string[] => {
  const groups = {
    ...Object.groupBy(judged, ({ label }) => (label.numberOnly ? 'number strip' : label.nasty ? 'hard' : label.kind)),
    ...Object.groupBy(judged, ({ label }) => label.game ?? 'none'),
  }
  return [
    head('kind or game', 'pictures', 'English name', 'number', 'both', 'foreign'),
    ...Object.entries(groups).map(([group, of = []]) =>
      row(
        group,
        of.length,
        ...[englishName, legibleNumber, nameAndNumber, foreignCard].map((judge) => toCell(shareOf(judge, of))),
      ),
    ),
  ]
}

/** How often what was given with a confidence is right. */
export const calibrationTables = (judged: readonly Judged[]): string[] => {
  const kinds = [namesGiven(judged), printingsGiven(judged), answersGiven(judged)]
  return [
    head('confidence', 'names right', 'first candidate the printing', 'all of it right'),
    ...binFloors.map((floor, i) =>
      row(
        `${floor} to ${(binFloors[i + 1] ?? 101) - 1}`,
        ...kinds.map((given) => toCell(binsOf(given)[i] ?? { right: 0, count: 0 })),
      ),
    ),
    head('advice', 'names right', 'first candidate the printing', 'all of it right'),
    ...readingAdvices.map((advice) =>
      row(
        advice,
        ...kinds.map((given) => {
          const of = given.filter((one) => one.advice === advice)
          return toCell({ right: of.filter(({ right }) => right).length, count: of.length })
        }),
      ),
    ),
  ]
}

/** What reading pictures of one card cost. */
export const costTable = (all: readonly Outcome[]): string[] => {
  const outcomes = all.filter(({ label }) => label.cards === undefined)
  return [
    head('cost', 'p50', 'p95'),
    ...(
      [
        ['CPU seconds', outcomes.map(({ cpuSeconds }) => cpuSeconds)],
        ['wall seconds', outcomes.map(({ wallSeconds }) => wallSeconds)],
      ] as const
    ).map(([name, of]) => row(name, ...[0.5, 0.95].map((share) => quantile(of, share).toFixed(2)))),
    row('resident memory, MB', Math.round(process.memoryUsage().rss / 1e6), ''),
  ]
}

/** What is wrong with an answer, in words; empty when nothing is. */
const faultsOf = ({ label, answer }: Judged): string[] => [
  ...(englishName(label, answer) === false || foreignName(label, answer) === false ? ['NAME'] : []),
  ...(legibleNumber(label, answer) === false ? ['NUMBER'] : []),
  ...(foreignCard(label, answer) === false ? ['FOREIGN'] : []),
  ...(hopelessBelow40(label, answer) === false ? ['HOPELESS'] : []),
  ...(rightAtSure(label, answer) === false ? ['SURE'] : []),
  ...(rightlyTaken(label, answer) === false ? ['TAKEN'] : []),
]

/** A line for each picture with a fault, or for every one; `isDetailed` adds the lines that were read. */
export const missLines = (outcomes: readonly Outcome[], isDetailed: boolean): string[] =>
  outcomes.flatMap((outcome) => {
    const { label, answer, reading, cpuSeconds } = outcome
    const faults = faultsOf(outcome)
    if (faults.length === 0 && !isDetailed) return []
    const { ocr, identification } = answer
    const first = identification?.candidates[0]
    return [
      `${faults.join('+').padEnd(12)} ${label.file}: ` +
        `read ${ocr.suggested.name} · ${ocr.suggested.cardNumber} at ${ocr.confidence} ` +
        `(name ${ocr.nameConfidence}, printing ${ocr.printingConfidence}, ${ocr.advice}); ` +
        `is ${label.name} · ${label.cardNumber}; ` +
        `first ${first?.name ?? null} · ${first?.cardNumber ?? null} (${cpuSeconds.toFixed(2)} s)`,
      ...(isDetailed ? reading.lines : []).map(
        (line) =>
          `    ${line.box[0]?.map((v) => v.toFixed(2)).join(',')} h${line.height.toFixed(3)} ` +
          `${line.confidence.toFixed(2)} ${line.text}`,
      ),
    ]
  })

/** The sets as a command names them; where it names none, those of single cards. */
export const setsOf = (named: string | undefined) =>
  photoSets.filter((set) => (named === undefined ? set !== 'photos-pages' : named === set))
