import { readCollectorNumber } from '../../cards/collector-number.ts'
import { foldText } from '../../cards/fold.ts'
import { languageOfLetters } from '../../cards/languages.ts'
import type { TextLine } from '../reading.ts'
import { languageWords } from './language-words.ts'

/** Set by hand on the labelled development pictures and on lines written for the tests. */
const parameters = {
  /** Lines read less clearly prove nothing. */
  minConfidence: 0.6,
  /** Kana are what the recognizer sees in pictures, too. */
  minClearConfidence: 0.8,
  ofGames: 2,
  common: 1,
  /** Words of a game are found in text whose spaces were lost, from this length on. */
  minGlued: 6,
  /** An English name of several words: other languages have their own. */
  englishName: 2,
  minNameLetters: 8,
  /** What the first language needs, and how often what the second has. */
  minScore: 2,
  minLead: 1.5,
} as const

/** What is known of a card beside its lines. */
export interface KnownOfCard {
  /** The name, where it is one of an English catalogue and was read well. */
  readonly name: string | null
  readonly number: string | null
}

const letters = 'EN|DE|FR|IT|ES|SP|PT|JA|JP|KO|KR|RU|CS|CT'
/** Magic: `FDN · DE`. */
const besideSetCode = new RegExp(`(?:^|\\s)[A-Z0-9]{3,4}\\s?[·•・.*]\\s?(${letters})(?![A-Za-z0-9])`)
/** Pokémon: `PAL EN 071/193`, mostly read without its spaces. */
const beforeFraction = new RegExp(`[A-Z]{3}\\s?(${letters})\\s?(?=[0-9]{3}/[0-9]{2,3})`)

const printedLetters = (lines: readonly TextLine[], number: string | null): string | null => {
  const region = number === null ? null : (readCollectorNumber(number)?.region ?? null)
  if (region !== null) return region
  for (const { text } of lines) {
    const found = besideSetCode.exec(text)?.[1] ?? beforeFraction.exec(text)?.[1]
    if (found !== undefined) return found
  }
  return null
}

/** Labels of graded cards name the language. */
const onLabel = /\b(JAPANESE|GERMAN|FRENCH|ITALIAN|SPANISH|PORTUGUESE|KOREAN|CHINESE)\b/
const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]{2}/u
/**
 * Headings of Pokémon cards that the recognizer knows the characters of; Chinese has the first two as well, but another
 * word for retreat.
 */
const heading = /弱点|抵抗力/
const chineseHeading = /撤退|弱點/

const eastAsian = (lines: readonly TextLine[]): string | null => {
  if (lines.some(({ text }) => chineseHeading.test(text))) return 'Chinese'
  const clear = lines.some(({ text, confidence }) => confidence > parameters.minClearConfidence && kana.test(text))
  return clear || lines.some(({ text }) => heading.test(text)) ? 'Japanese' : null
}

/** Suffixes and words that names have in every language. */
const international = new Set('ex gx v vmax vstar lv x break d m de la'.split(' '))

const isEnglishName = (name: string): boolean => {
  const own = foldText(name)
    .split(' ')
    .filter((word) => word.length > 1 && !international.has(word))
  return (
    own.length >= 2 &&
    own.join('').length >= parameters.minNameLetters &&
    !/[^\p{ASCII}’–—]/u.test(name) &&
    !/\w\.\w/.test(name)
  )
}

const scoreWords = (lines: readonly TextLine[], name: string | null): Map<string, number> => {
  const folded = lines.map(({ text }) => foldText(text))
  const found = new Set(folded.flatMap((text) => text.split(/[^a-z]+/)))
  const glued = folded.join(' ').replaceAll(/[^a-z ]/g, '')
  return new Map(
    languageWords.map(({ language, ofGames, common }) => {
      const games = [...ofGames].filter(
        (word) => found.has(word) || (word.length >= parameters.minGlued && glued.includes(word)),
      )
      const frequent = [...common].filter((word) => found.has(word))
      const ofName = language === 'English' && name !== null && isEnglishName(name) ? parameters.englishName : 0
      return [language, games.length * parameters.ofGames + frequent.length * parameters.common + ofName]
    }),
  )
}

/**
 * The language of a card in English, as `German`: by the letters that it prints beside its number, else by its words;
 * `null` where too little was read to tell. A name that is the same in many languages tells nothing.
 */
export const languageOf = (lines: readonly TextLine[], { name, number }: KnownOfCard): string | null => {
  const legible = lines.filter(({ confidence }) => confidence >= parameters.minConfidence)
  const printed = printedLetters(legible, number)
  if (printed !== null) return languageOfLetters(printed)
  const label = legible.map(({ text }) => onLabel.exec(text)?.[1]).find((found) => found !== undefined)
  if (label !== undefined) return label.charAt(0) + label.slice(1).toLowerCase()
  const japanese = eastAsian(legible)
  if (japanese !== null) return japanese
  const [first, second] = [...scoreWords(legible, name)].sort((a, b) => b[1] - a[1])
  if (first === undefined || first[1] < parameters.minScore || first[1] < parameters.minLead * (second?.[1] ?? 0))
    return null
  return first[0]
}
