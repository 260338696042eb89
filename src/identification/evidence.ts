import { foldedWords, foldText } from '../cards/fold.ts'
import type { Printing } from '../catalog/ports.ts'
import { memoizeByKey } from '../concurrency/memoize.ts'
import {
  explainSet,
  explainWords,
  findQualifierEvidence,
  findRarityEvidence,
  mentionsOfSet,
  type QualifierEvidence,
  type SetEvidence,
} from './context-evidence.ts'
import {
  compareBesideSet,
  compareName,
  findNameEvidence,
  isSameByLetters,
  type NameEvidence,
  type NameLikeness,
} from './name-evidence.ts'
import { prepareName, toWord } from './name-fit.ts'
import { type ComparedName, explainNames, nearestName } from './nearest-name.ts'
import { findNumber, findNumberEvidence, type NumberEvidence } from './number-evidence.ts'
import { toKnownNumber } from './number-match.ts'
import type { PreparedText } from './prepared-text.ts'
import { nameLikeness } from './weights.ts'

/** The evidence for and against a printing, by kind. */
export interface Evidence {
  readonly name: NameEvidence
  /** That name as it is written where it is not the product's own, but one in another language or its passcode. */
  readonly otherName: string | null
  readonly number: NumberEvidence
  readonly set: SetEvidence
  readonly qualifiers: QualifierEvidence
  /** Share of the rarity's words that the rest of the text holds. */
  readonly rarityShare: number
  /** True where the text names a rarity that is not the printing's. */
  readonly isOtherRarity: boolean
  /** 0 to 1: how much of the text nothing about the printing explains. */
  readonly unexplained: number
  /** For each word of the text how well anything explains it. */
  readonly explained: Float32Array
  /** True when number, set, rarity and stopwords are all there is, so that no name is missed. */
  readonly isNameless: boolean
}

/** Names, sets and numbers of printings made ready for comparison; kept, since the same ones come again. */
const createPreparations = () => ({
  name: memoizeByKey(prepareName),
  number: memoizeByKey(toKnownNumber),
  words: memoizeByKey((text: string) => foldedWords(foldText(text)).map(toWord)),
})

type Preparations = ReturnType<typeof createPreparations>

/** Total weight of the words that nothing explains yet. */
const unexplainedWeight = ({ wordWeights }: PreparedText, explained: Float32Array): number => {
  let left = 0
  for (let at = 0; at < wordWeights.length; at++) if ((explained[at] as number) === 0) left += wordWeights[at] as number
  return left
}

/**
 * Looks for each kind of evidence in turn. Each marks the words of the text that it explains, so that the next looks at
 * the rest alone.
 */
const findEvidence = (
  text: PreparedText,
  product: Printing,
  prepared: Preparations,
  likenessOf: (name: string) => NameLikeness,
): Evidence => {
  const compared = [product.name, ...(product.otherNames ?? [])].map((text) => ({
    text,
    name: prepared.name(text),
    likeness: likenessOf(text),
  }))
  const [own, ...others] = compared as [ComparedName, ...ComparedName[]]
  const nearest = nearestName(own, others)
  const mentions = mentionsOfSet(text, product, nearest.likeness.fit)
  const likeness = compareBesideSet(nearest.likeness, nearest.name, mentions)
  const explained = likeness.fit.explained.slice()
  if (others.length > 0) explainNames(compared, explained)
  const known = product.number === null ? null : prepared.number(product.number)
  const match = findNumber(text, known, likeness.fit.explained, mentions, explained)
  const spans = explainSet(mentions, match, explained)
  const isNamed = spans.length > 0
  const rarities = findRarityEvidence(text, product, own.name, likeness.fit.explained)
  // The words of another rarity are kept from qualifiers and the set's name, which hold some of them.
  for (const { from, to } of rarities.others) explained.fill(1, from, to)
  const named = findQualifierEvidence(text, own.name, known, explained)
  const qualifiers = rarities.isQualifier ? { ...named, share: 1 } : named
  for (const { from, to } of rarities.own) explained.fill(1, from, to)

  let left = unexplainedWeight(text, explained)
  let [rarityShare, share] = [rarities.own.length > 0 ? 1 : 0, 0]
  if (left > nameLikeness.minUnexplained) {
    const { rarity, setName, setCode } = product
    if (rarity !== null && rarityShare === 0) rarityShare = explainWords(text.words, prepared.words(rarity), explained)
    // Of a set that was named by its code, as `Magic 2012 (M12)`, other words of its name say no more.
    const inSet = explainWords(text.words, prepared.words(`${setName ?? ''} ${setCode ?? ''}`), explained)
    if (!isNamed) share = inSet
  }
  for (const { from, to } of rarities.others) explained.fill(0, from, to)
  left = unexplainedWeight(text, explained)

  const number = findNumberEvidence(text, match, likeness.isAllOfText, explained)
  const isSame = isSameByLetters(likeness)
  // Such a name explains the words of the text as a whole, though none by itself.
  if (isSame) for (const at of text.nameWords) explained[at] = 1
  const unexplained = isSame || text.nameWeight === 0 ? 0 : Math.min(1, left / text.nameWeight)
  const isCompleted = (isNamed || qualifiers.share === 1) && left === 0
  const name = findNameEvidence(text, nearest.name, likeness, { unexplained, isCompleted })
  const isNothingLeft = (): boolean => explained.every((fit, at) => text.isStopword[at] || fit === 1)
  return {
    name,
    otherName: nearest === own ? null : nearest.text,
    number,
    set: { isNamed, spans, share, isGlued: spans.some((span) => span.number !== null) },
    qualifiers,
    rarityShare,
    isOtherRarity: rarities.others.length > 0,
    unexplained,
    explained,
    isNameless: text.nameless || (match !== null && name.named === 0 && isNothingLeft()),
  }
}

/** True when the evidence holds for every other plain printing of the name, which explains the whole text. */
const holdsForName = (text: PreparedText, { number, set, qualifiers, rarityShare, unexplained }: Evidence): boolean =>
  number.match === null &&
  text.numbers.length === 0 &&
  text.rarities.length === 0 &&
  unexplained === 0 &&
  qualifiers.share === null &&
  !qualifiers.ownNumber &&
  !set.isNamed &&
  set.share + rarityShare === 0

/** Creates the scorer of printings by a text; its answers depend on its input alone. */
export const createEvidenceScorer = () => {
  const prepared = createPreparations()

  return (text: PreparedText): ((product: Printing) => Evidence) => {
    const likenessOf = memoizeByKey((name: string) => compareName(text, prepared.name(name)))
    const byName = new Map<string, Evidence>()
    return (product) => {
      const key = [product.name, ...(product.otherNames ?? [])].join('\n')
      const known = byName.get(key)
      if (known !== undefined) return known
      const evidence = findEvidence(text, product, prepared, likenessOf)
      if (holdsForName(text, evidence)) byName.set(key, evidence)
      return evidence
    }
  }
}
