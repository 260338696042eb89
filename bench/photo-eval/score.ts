import { readCollectorNumber, relateNumbers } from '../../src/cards/collector-number.ts'
import { foldLetters } from '../../src/cards/fold.ts'
import { readProductName } from '../../src/cards/product-name.ts'
import type { ImageIdentifyResult } from '../../src/contract/identification.ts'
import type { Label, LabelledCard } from '../../test/support/photos/labelled.ts'
import { acceptedNames, nameFits, numberFits } from '../photo-set.ts'

/** What is scored of an answer. */
export type Scored = Pick<ImageIdentifyResult, 'ocr' | 'identification'>

/** Something that an answer has right or wrong; `null` where the truth does not tell or does not ask. */
export type Judgement = boolean | null

/** From this confidence on an answer may be taken without a look at it. */
export const sureFrom = 80

const isStrip = ({ numberOnly }: Label): boolean => numberOnly === true
const isSeveral = ({ cards }: Label): boolean => cards !== undefined
/** No card, or one that nobody could read. */
export const isHopeless = (label: Label): boolean => label.name === null && !isStrip(label) && !isSeveral(label)
const isForeign = ({ lang }: Label): boolean => lang !== null && lang !== 'en'
const isNameAsked = (label: Label): boolean =>
  !isStrip(label) && !isSeveral(label) && label.name !== null && label.nameLegible !== false

/** Whether the best candidate is the card, by its printings where they are known, else by its name. */
export const isCandidateRight = (label: LabelledCard, { identification }: Scored): boolean => {
  const best = identification?.candidates[0]
  if (best === undefined) return false
  return (
    (label.productIds ?? []).includes(best.productId) ||
    acceptedNames(label).includes(foldLetters(readProductName(best.name).printed))
  )
}

const hasNumber = (label: LabelledCard, number: string | null): boolean => {
  const [printed, listed] = [label.cardNumber, number].map((text) => (text === null ? null : readCollectorNumber(text)))
  return printed != null && listed != null && relateNumbers(printed, listed) !== 'conflict'
}

/**
 * Whether the best candidate is the printing: by the printings that are labelled, else by name and number; unknown
 * where neither is.
 */
export const isPrintingRight = (label: LabelledCard, { identification }: Scored): Judgement => {
  const best = identification?.candidates[0]
  if (best === undefined) return null
  if (label.productIds !== undefined) return label.productIds.includes(best.productId)
  if (label.cardNumber === null || label.name === null) return null
  return hasNumber(label, best.cardNumber) && nameFits(label, readProductName(best.name).printed)
}

/** Name of a card in English. */
export const englishName = (label: Label, { ocr }: Scored): Judgement =>
  isNameAsked(label) && !isForeign(label) ? nameFits(label, ocr.suggested.name) : null

/** Number that can be read, strips among them. */
export const legibleNumber = (label: Label, { ocr }: Scored): Judgement =>
  label.numberLegible && label.cardNumber !== null ? numberFits(label, ocr.suggested.cardNumber) : null

/** English name and legible number together. */
export const nameAndNumber = (label: Label, answer: Scored): Judgement => {
  const [name, number] = [englishName(label, answer), legibleNumber(label, answer)]
  return name === null || number === null ? null : name && number
}

/** Name of a card in another language, as printed or in English; or, failing that, the right card found first. */
export const foreignCard = (label: Label, answer: Scored): Judgement =>
  isNameAsked(label) && isForeign(label)
    ? nameFits(label, answer.ocr.suggested.name) || isCandidateRight(label, answer)
    : null

/** Name of a card in another language alone. */
export const foreignName = (label: Label, { ocr }: Scored): Judgement =>
  isNameAsked(label) && isForeign(label) ? nameFits(label, ocr.suggested.name) : null

/** Number of a strip that holds nothing else. */
export const stripNumber = (label: Label, answer: Scored): Judgement =>
  isStrip(label) ? legibleNumber(label, answer) : null

/** Whether a picture without a readable card is given no weight. */
export const hopelessBelow40 = (label: Label, { ocr }: Scored): Judgement =>
  isHopeless(label) ? ocr.confidence < 40 : null

const isNameWrong = (label: Label, name: string | null): boolean => {
  if (name === null) return isNameAsked(label)
  return isHopeless(label) || (acceptedNames(label).length > 0 && !nameFits(label, name))
}

const isNumberWrong = (label: Label, number: string | null): boolean =>
  number !== null && (isHopeless(label) || (label.cardNumber !== null && !numberFits(label, number)))

/** Whether name or number is wrong; a name that is missing is. */
export const isWrong = (label: Label, { ocr: { suggested } }: Scored): boolean =>
  isNameWrong(label, suggested.name) || isNumberWrong(label, suggested.cardNumber)

/** Whether an answer that may be taken without a look is right; `null` below that confidence. */
export const rightAtSure = (label: Label, answer: Scored): Judgement =>
  answer.ocr.confidence >= sureFrom ? !isWrong(label, answer) : null

/** Whether the first candidate is the printing where the advice is to take it. */
export const rightlyTaken = (label: Label, answer: Scored): Judgement =>
  answer.ocr.advice === 'take' ? isPrintingRight(label, answer) : null

/** The judgements on one label, counted. */
export interface Share {
  readonly right: number
  readonly count: number
}

/** One answer to one labelled picture. */
export interface Judged {
  readonly label: Label
  readonly answer: Scored
}

type Judge = (label: Label, answer: Scored) => Judgement

/** Pictures of which it is right. */
export const shareOf = (judge: Judge, judged: readonly Judged[]): Share => {
  const told = judged.map(({ label, answer }) => judge(label, answer)).filter((right) => right !== null)
  return { right: told.filter(Boolean).length, count: told.length }
}

const cardOf = ({ file, game, name, cardNumber, lang }: Label): string =>
  name === null && cardNumber === null ? file : JSON.stringify([game, name, cardNumber, lang])

/** Cards of which it is right: each counts once, with the share of its pictures. */
export const shareByCard = (judge: Judge, judged: readonly Judged[]): Share => {
  const shares = Object.values(Object.groupBy(judged, ({ label }) => cardOf(label)))
    .map((pictures = []) => shareOf(judge, pictures))
    .filter(({ count }) => count > 0)
  return { right: shares.reduce((sum, { right, count }) => sum + right / count, 0), count: shares.length }
}

/** Lower ends of the bins of a confidence. */
export const binFloors = [0, 40, 60, 80, 90] as const

/** How often what was given with a confidence of each bin is right. */
export const binsOf = (given: readonly { readonly confidence: number; readonly right: boolean }[]): Share[] =>
  binFloors.map((floor, i) => {
    const inside = given.filter(({ confidence }) => confidence >= floor && confidence < (binFloors[i + 1] ?? Infinity))
    return { right: inside.filter(({ right }) => right).length, count: inside.length }
  })

/** Confidence in the names that were suggested, beside whether they are right. */
export const namesGiven = (judged: readonly Judged[]) =>
  judged.flatMap(({ label, answer: { ocr } }) =>
    ocr.suggested.name === null || isStrip(label)
      ? []
      : [{ confidence: ocr.nameConfidence, right: !isNameWrong(label, ocr.suggested.name), advice: ocr.advice }],
  )

/** Confidence in the first candidates, beside whether they are the printing, where that is known. */
export const printingsGiven = (judged: readonly Judged[]) =>
  judged.flatMap(({ label, answer }) => {
    const right = isPrintingRight(label, answer)
    return right === null ? [] : [{ confidence: answer.ocr.printingConfidence, right, advice: answer.ocr.advice }]
  })

/** Confidence in all that was suggested, beside whether it is right. */
export const answersGiven = (judged: readonly Judged[]) =>
  judged.map(({ label, answer }) => ({
    confidence: answer.ocr.confidence,
    right: !isWrong(label, answer),
    advice: answer.ocr.advice,
  }))
