import type { IdentifyResult } from '../../src/contract/identification.ts'
import type { Identification } from '../../src/identification/identification.ts'
import type { Row, Rows } from './rows.ts'
import { type AskedText, fittingRows, judge, type Verdict } from './truth.ts'

/** An answer, with the rows that fit its text. */
export interface Outcome extends Verdict {
  readonly text: AskedText
  readonly fitting: readonly Row[]
  readonly result: IdentifyResult
}

/** How one kind of text fared. */
export interface KindFigures {
  readonly kind: string
  asked: number
  certain: number
  wrong: number
  /** Texts that some row fits, and those of them whose first candidate fits. */
  withFitting: number
  firstRight: number
  /** Texts that one row alone fits, and those of them that were left to a person. */
  decided: number
  needless: number
  /** Answers that were certain and wrong, another card first, and questions without need. */
  readonly misses: Outcome[]
}

/** Longest text and set that are taken. */
const maxLength = { q: 120, set: 80 }
const isTaken = ({ q, set = '' }: AskedText): boolean =>
  [...q].length <= maxLength.q && [...set].length <= maxLength.set && q.trim() !== ''

/** Asks the first `count` texts of a kind, each once, as a row of a list is asked. */
export const askKind = async (
  kind: string,
  texts: Iterable<AskedText>,
  count: number,
  rows: Rows,
  identify: Identification['identify'],
): Promise<KindFigures> => {
  const call = { signal: new AbortController().signal }
  const figures: KindFigures = {
    kind,
    asked: 0,
    certain: 0,
    wrong: 0,
    withFitting: 0,
    firstRight: 0,
    decided: 0,
    needless: 0,
    misses: [],
  }
  const seen = new Set<string>()
  for (const text of texts) {
    if (figures.asked === count) break
    const { q, set, category } = text
    const key = `${q}\n${set}\n${category}`
    if (!isTaken(text) || seen.has(key)) continue
    seen.add(key)
    const scope = { ...(set !== undefined && { set }), ...(category !== undefined && { category }) }
    const result = await identify({ q, ...scope, limit: 5 }, call)
    const fitting = fittingRows(text, rows)
    const verdict = judge(fitting, result)
    figures.asked++
    if (verdict.isCertain) figures.certain++
    if (verdict.isWrong) figures.wrong++
    if (verdict.isFirstRight !== null) figures.withFitting++
    if (verdict.isFirstRight === true) figures.firstRight++
    if (fitting.length === 1) figures.decided++
    if (verdict.isNeedless) figures.needless++
    if (verdict.isWrong || verdict.isFirstRight === false || verdict.isNeedless)
      figures.misses.push({ text, fitting, result, ...verdict })
  }
  return figures
}
