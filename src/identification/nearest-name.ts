import type { NameLikeness } from './name-evidence.ts'
import type { PreparedName } from './name-fit.ts'

/** A name of a printing, its own or one of its others, and how it resembles the text. */
export interface ComparedName {
  readonly text: string
  readonly name: PreparedName
  readonly likeness: NameLikeness
}

const fitOf = ({ likeness: { fit, letters } }: ComparedName): number => Math.max(fit.coverage, letters)

const explainedBy = ({ likeness }: ComparedName): number =>
  likeness.fit.explained.reduce((total, share) => total + share, 0)

/** The name that resembles the text most; among equals the one that explains more of it, and before all its own. */
export const nearestName = (own: ComparedName, others: readonly ComparedName[]): ComparedName => {
  let best = own
  for (const other of others) {
    const gain = fitOf(other) - fitOf(best)
    if (gain > 0 || (gain === 0 && explainedBy(other) > explainedBy(best))) best = other
  }
  return best
}

/** Marks the words of all names that stand in the text letter by letter, as in `Glurak / Charizard 4/102`. */
export const explainNames = (names: readonly ComparedName[], explained: Float32Array): void => {
  for (const { likeness } of names)
    if (likeness.fit.exact) for (const [at, share] of likeness.fit.explained.entries()) if (share > 0) explained[at] = 1
}
