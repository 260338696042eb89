import { type CollectorNumber, relateNumbers } from '../cards/collector-number.ts'
import { editDistance } from '../cards/edit-distance.ts'
import { foldedWords, foldText } from '../cards/fold.ts'
import type { NumberReading, Printing } from '../catalog/ports.ts'
import { memoizeByKey } from '../concurrency/memoize.ts'
import { fitName, type NameFit, type PreparedName, prepareName, toWord, type Word, wordSimilarity } from './name-fit.ts'
import { type KnownNumber, matchNumber, type NumberMatch, toKnownNumber } from './number-match.ts'
import type { PreparedMention, PreparedNumber, PreparedText } from './prepared-text.ts'
import { lettersLikeness, nameLikeness, readingOrder, wordLikeness } from './weights.ts'

/** What speaks for and against a printing. */
export interface Evidence {
  readonly match: NumberMatch | null
  /** True when the text holds a number that neither the printing bears nor its name explains. */
  readonly openNumber: boolean
  /** 0 to 1: how much of the name stands in the text. */
  readonly coverage: number
  /** True when the name stands in the text letter by letter. */
  readonly exact: boolean
  /** True when the name begins with all that the text names and goes on. */
  readonly begun: boolean
  /** True when the name holds every word of the text letter by letter, and more. */
  readonly holdsText: boolean
  /** True when the name has a number of its own that the text does not say, as `151 Elite Trainer Box` beside `Elite Trainer Box`. */
  readonly missesNumber: boolean
  /** How much of the text the name is, letter by letter or misread: all of it, all but numbers and stopwords, or a part. */
  readonly extent: 'all' | 'name' | 'part'
  /** 0 to 1: how well name and text explain each other; 0 for another name. */
  readonly named: number
  /** 0 to 1: how much of the text nothing about the printing explains. */
  readonly unexplained: number
  /** True when number, set, rarity and stopwords are all there is, so that no name is missed. */
  readonly isNameless: boolean
  /** True when the catalogue added the printing's own number to its name. */
  readonly ownNumber: boolean
  /** Share of the qualifiers that the text names, or `null` for a plain printing. */
  readonly qualified: number | null
  /** Share of the set's and the rarity's words that the rest of the text holds. */
  readonly setShare: number
  readonly rarityShare: number
  /** True when words of the text beside the name are the printing's set. */
  readonly setNamed: boolean
  /** True when the set's code and the number are one word. */
  readonly glued: boolean
  /** True when a number of the text is left that is neither the printing's nor a part of its name or set. */
  readonly numberLeft: boolean
  /** The same for a fraction or a code, which hardly is anything else than a collector number. */
  readonly sureNumberLeft: boolean
  /** For each word of the text how well the name explains it, the words that name the set, and how well anything explains each. */
  readonly inName: Float32Array
  readonly inSet: readonly PreparedMention[]
  readonly explained: Float32Array
}

/** Share of these words that stand in the rest of the text, which are marked as explained; one of five letters and more may be misspelt. */
const explain = (words: readonly Word[], explained: Float32Array, by: readonly Word[]): number => {
  let hits = 0
  for (const word of by) {
    // `SWSH06` is no misspelt `SWSH05`.
    const isFuzzy = word.text.length >= 5 && !/\d/.test(word.text)
    let bestAt = -1
    let best: number = wordLikeness.minBeside
    for (let at = 0; at < words.length; at++) {
      if ((explained[at] as number) > 0) continue
      const given = words[at] as Word
      const fit = given.text === word.text ? 1 : isFuzzy && given.text.length >= 5 ? wordSimilarity(given, word) : 0
      if (fit > best) [best, bestAt] = [fit, at]
      if (fit === 1) break
    }
    if (bestAt < 0) continue
    explained[bestAt] = 1
    hits++
  }
  return by.length === 0 ? 0 : hits / by.length
}

/** What the words weigh that nothing explains yet. */
const unexplainedWeight = (weights: readonly number[], explained: Float32Array): number => {
  let left = 0
  for (let at = 0; at < weights.length; at++) if ((explained[at] as number) === 0) left += weights[at] as number
  return left
}

/** Likeness of the whole names without their spaces, which survives words split, glued and misread at once. */
const lettersFit = ({ names }: PreparedText, { gluedSkeleton }: PreparedName): number => {
  let best = 0
  for (const name of names) {
    const limit = Math.floor(Math.max(name.length, gluedSkeleton.length) * lettersLikeness.maxEditShare)
    const edits = editDistance(name, gluedSkeleton, limit)
    if (edits <= limit) best = Math.max(best, lettersLikeness.max - (lettersLikeness.perEdit * edits) / Math.max(3, name.length))
  }
  return best
}

interface NameEvidence {
  readonly fit: NameFit
  /** Likeness without spaces, 0 where it was not needed. */
  readonly whole: number
  /** True when the name is all the text holds, with what looks like a number in it. */
  readonly entire: boolean
}

/** Gathers evidence about printings. It keeps prepared names, sets and numbers, since the same ones come again; its answers depend on its input alone. */
export const createEvidenceScorer = () => {
  const prepare = memoizeByKey(prepareName)
  const wordsIn = memoizeByKey((text: string) => foldedWords(foldText(text)).map(toWord))
  const knownNumber = memoizeByKey(toKnownNumber)

  const lookAtName = (text: PreparedText, name: PreparedName): NameEvidence => {
    const fit = fitName(text.words, name)
    const entire = text.letters === name.gluedSkeleton
    const whole = fit.exact
      ? 1
      : entire
        ? lettersLikeness.max
        : fit.coverage >= lettersLikeness.wellCovered
          ? 0
          : lettersFit(text, name)
    return { fit, whole, entire }
  }

  /** Makes the scorer for one text. */
  return (text: PreparedText) => {
    const evidenceOfName = memoizeByKey((name: string) => lookAtName(text, prepare(name)))

    /** Whether the text holds a number of which some word is still open. */
    const holdsOpenNumber = (explained: Float32Array): boolean =>
      text.numbers.some(
        ({ contradictsNothing, words }) => !contradictsNothing && (words.length === 0 || words.some((at) => explained[at] !== 1)),
      )

    /** Whether a fraction or code is left; small fractions may be power and toughness. */
    const leavesSureNumber = (explained: Float32Array): boolean =>
      text.numbers.some(
        ({ reading: { strength, number }, contradictsNothing, words }) =>
          !contradictsNothing &&
          (strength === 'code' ||
            (strength === 'fraction' && Math.max(number.digits, Number(number.total)) > readingOrder.maxPower)) &&
          words.every((at) => explained[at] !== 1),
      )

    /** The numbers that are not words of the name (`Lose 1 Turn 10`) nor a code of the set; all of them where there is none beside the name. */
    const numbersBeside = (explained: Float32Array, mentions: readonly PreparedMention[]): readonly PreparedNumber[] => {
      const isCode = ({ reading: { from, to } }: PreparedNumber): boolean =>
        mentions.some((mention) => mention.number === null && mention.from <= from && mention.to >= to)
      const glued = mentions.flatMap(({ number }) => number ?? [])
      const numbers = mentions.length === 0 ? text.numbers : [...text.numbers.filter((number) => !isCode(number)), ...glued]
      if (numbers.length < 2) return numbers
      const beside = numbers.filter(({ reading: { from, to } }) => explained.subarray(from, to).some((share) => share !== 1))
      return beside.length > 0 ? beside : numbers
    }

    /** Mentions of the printing's own set whose words are no words of its name. */
    const mentionsOf = ({ setId }: Printing, inName: Float32Array): readonly PreparedMention[] =>
      setId === null || text.mentions.length === 0
        ? []
        : text.mentions.filter(({ setIds, words }) => setIds.has(setId) && words.every((at) => inName[at] !== 1))

    /** What is left of a name where words that merely resemble it are its set. */
    const besideSet = (name: string, evidence: NameEvidence, mentions: readonly PreparedMention[]): NameEvidence => {
      const taken = mentions.find(({ number, words }) => number === null && words.some((at) => evidence.fit.explained[at] !== 0))
      return taken === undefined ? evidence : { fit: fitName(taken.rest, prepare(name)), whole: 0, entire: false }
    }

    /** Whether the name goes on behind all that the text names, as `Ragavan, Nimble Pilferer` does behind `Ragavan`. */
    const goesOn = ({ base, gluedSkeleton }: PreparedName): boolean =>
      text.names.some((begun) => {
        if (begun.length < nameLikeness.minBegun || begun.length >= gluedSkeleton.length || !gluedSkeleton.startsWith(begun))
          return false
        let length = 0
        for (const { skeleton } of base) if (length < begun.length) length += skeleton.length
        return length === begun.length
      })

    /** Explains the words of a number, wherever it stands. */
    const explainNumber = (explained: Float32Array, { from, to }: NumberReading, known: CollectorNumber): void => {
      explained.fill(1, from, to)
      for (const { reading } of text.numbers)
        if (relateNumbers(reading.number, known) === 'same') explained.fill(1, reading.from, reading.to)
    }

    const qualifiersOf = (name: string, known: KnownNumber | null): readonly Word[] => {
      const { qualifiers } = prepare(name)
      // A bracketed number that is the printing's own sets it apart from nothing.
      return known === null || qualifiers.length === 0
        ? qualifiers
        : qualifiers.filter(({ text: word }) => !(/^\d+$/.test(word) && known.number?.digits === Number(word)))
    }

    /** Words about the copy are a qualifier's only where they are all that it needs: `holo` is no `Cosmos Holo`. */
    const explainQualifiers = (explained: Float32Array, qualifiers: readonly Word[]): number => {
      const withCopy = text.copyWords.length === 0 ? explained : explained.slice()
      const share = explain(text.words.words, withCopy, qualifiers)
      if (withCopy === explained) return share
      if (share < 1) {
        withCopy.set(explained)
        for (const at of text.copyWords) withCopy[at] = 1
      }
      const own = share < 1 ? explain(text.words.words, withCopy, qualifiers) : share
      explained.set(withCopy)
      return own
    }

    /** What holds for every plain printing of a name that explains the whole text. */
    const plain = new Map<string, Evidence>()
    const scoreEvidence = (product: Printing): Evidence => {
      const known = plain.get(product.name)
      if (known !== undefined) return known
      const evidence = examine(product)
      const { match, unexplained, qualified, setShare, rarityShare } = evidence
      const same =
        match === null &&
        text.numbers.length === 0 &&
        unexplained === 0 &&
        qualified === null &&
        !evidence.ownNumber &&
        !evidence.setNamed &&
        setShare + rarityShare === 0
      if (same) plain.set(product.name, evidence)
      return evidence
    }

    const examine = (product: Printing): Evidence => {
      const read = evidenceOfName(product.name)
      const mentions = mentionsOf(product, read.fit.explained)
      const name = besideSet(product.name, read, mentions)
      const known = product.number === null ? null : knownNumber(product.number)
      const match = known === null ? null : matchNumber(numbersBeside(name.fit.explained, mentions), known)
      const explained = name.fit.explained.slice()
      if (match !== null && known?.number) explainNumber(explained, match.reading, known.number)
      // A code with a number behind it names the set of the printing that bears this number.
      const naming = mentions.filter(({ number }) => number === null || number.reading === match?.reading)
      for (const { from, to } of naming) explained.fill(1, from, to)
      const setNamed = naming.length > 0
      const qualifiers = qualifiersOf(product.name, known)
      const qualified = qualifiers.length === 0 ? null : explainQualifiers(explained, qualifiers)
      let left = unexplainedWeight(text.wordWeights, explained)
      let rarityShare = 0
      let setShare = 0
      if (left > nameLikeness.minUnexplained) {
        if (product.rarity !== null) rarityShare = explain(text.words.words, explained, wordsIn(product.rarity))
        if (!setNamed)
          setShare = explain(text.words.words, explained, wordsIn(`${product.setName ?? ''} ${product.setCode ?? ''}`))
        left = unexplainedWeight(text.wordWeights, explained)
      }
      const numberLeft = !name.entire && holdsOpenNumber(explained)
      const openNumber = match === null && numberLeft
      const coverage = Math.max(name.fit.coverage, name.whole)
      const isWhole = name.whole >= lettersLikeness.sameName && !name.fit.exact
      // Split and glued at once, its words explain those of the text as a whole.
      if (isWhole) for (const at of text.nameWords) explained[at] = 1
      const unexplained = isWhole || text.nameWeight === 0 ? 0 : Math.min(1, left / text.nameWeight)
      const named = coverage < nameLikeness.minCoverage ? 0 : coverage * (1 - nameLikeness.unexplained * unexplained)
      const isNamed =
        text.names.includes(prepare(product.name).gluedSkeleton) ||
        ((setNamed || qualified === 1) && name.fit.exact && left === 0)
      const extent = name.entire ? 'all' : isNamed ? 'name' : 'part'
      const isNameless =
        text.nameless ||
        (match !== null && named === 0 && text.words.words.every((_, at) => text.isStopword[at] || explained[at] === 1))
      const ownNumber = qualifiers.length < prepare(product.name).qualifiers.length
      return {
        match,
        openNumber,
        coverage,
        exact: name.fit.exact,
        begun: !name.fit.exact && goesOn(prepare(product.name)),
        holdsText: !name.fit.exact && text.nameWords.length > 0 && text.nameWords.every((at) => name.fit.explained[at] === 1),
        missesNumber: prepare(product.name).base.some(
          ({ text: word }) => /^\d+$/.test(word) && !text.words.words.some((given) => given.text === word),
        ),
        extent,
        named,
        unexplained,
        isNameless,
        ownNumber,
        qualified,
        setShare,
        rarityShare,
        setNamed,
        numberLeft,
        sureNumberLeft: !name.entire && leavesSureNumber(explained),
        glued: naming.some(({ number }) => number !== null),
        inName: name.fit.explained,
        inSet: naming,
        explained,
      }
    }

    return scoreEvidence
  }
}
