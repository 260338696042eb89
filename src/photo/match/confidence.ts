import type { Match } from './match.ts'
import { chances } from './weights.ts'

/** What the chances are reckoned from; each lies near 0 to 1. */
export const nameFeatures = (match: Match, isCard: boolean): number[] => {
  const height = Math.max(0, ...match.title.map((line) => line.height))
  return [
    1,
    match.known ? match.similarity ** 4 : 0,
    match.known ? 1 : 0,
    match.score <= 0 ? 0 : Math.max(0, match.score - match.rival) / match.score,
    Math.min(1, match.score),
    (match.agreement ?? 0) * (match.number?.certainty ?? 0),
    Math.min(1, height / 0.035),
    Math.min(1, (match.name?.length ?? 0) / 14),
    isCard ? 1 : 0,
  ]
}

/** The same for the number. */
export const numberFeatures = ({ number, agreement }: Match): number[] => {
  const certainty = number?.certainty ?? 0
  return [1, certainty, (agreement ?? 0) * certainty, agreement === null ? 1 : 0]
}

const chance = (features: readonly number[], weights: readonly number[]): number =>
  1 / (1 + Math.exp(-features.reduce((sum, feature, i) => sum + feature * (weights[i] ?? 0), 0)))

/** The chances that a match's name and number are right. */
export const certaintyOf = (match: Match, isCard: boolean): { readonly name: number; readonly number: number } => ({
  name: match.name === null ? 0 : chance(nameFeatures(match, isCard), chances.name),
  number: match.number === null ? 0 : chance(numberFeatures(match), chances.number),
})
