import { readCollectorNumber } from '../cards/collector-number.ts'
import { foldedWords, foldText } from '../cards/fold.ts'
import { isNameless } from '../catalog/nameless.ts'
import type { CardText, NumberReading, TextReading, TextWord } from '../catalog/ports.ts'
import { type Chunk, readNumbers } from './number-readings.ts'
import type { ReadCard } from './ports.ts'
import { attributes, connectors, credits, measures, stopwords } from './stopwords.ts'

/** Control, format and surrogate characters, which name no card and could disturb a log or a terminal. */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}]+/gu
/** Underscores stand for spaces where files and links name a card. */
const underscores = /(?<=[\p{L}\p{N}])_+(?=[\p{L}\p{N}])/gu
const dashes = /[‐‑‒–—―−]/g
const spacedSlash = /(?<=[\p{L}\p{N}])\s*\/\s+(?=[\p{L}\p{N}]*\d)|(?<=\d[a-z]?)\s+\/\s*(?=[\p{L}\p{N}]*\d)/gu
const typeLine = /^\[[^\]]*\/[^\]]*\]?$/
const measured = /^(?:\d+hp|hp\d+|x\d|\d+x|[©(]+c?\)?\d{4}|(?:atk|def)\/?\d*)$/i

/** How many words of a person's name follow a credit at most. */
const creditWords = 2

/** `Charizard,4/102`: a comma between a word and a fraction parts them; the one of `100,000` does not. */
const commaBeforeNumber = /(?<=\p{L}),(?=[a-z]{0,4}\d{1,4}\/)/giu

const chunksOf = (line: string): Chunk[] => {
  const chunks: Chunk[] = []
  let at = 0
  for (const raw of line.replaceAll(commaBeforeNumber, ', ').split(/\s+/)) {
    if (raw === '') continue
    const words = foldedWords(foldText(raw))
    chunks.push({ raw, words, from: at, to: at + words.length, isStopword: false })
    at += words.length
  }
  return chunks
}

/** Marks what stands on a card or an offer beside the name: measures, grades, credits, type lines and the stopwords themselves. */
const markStopwords = (chunks: Chunk[]): void => {
  let credited = 0
  for (const [index, chunk] of chunks.entries()) {
    const first = chunk.words[0] ?? ''
    const before = chunks[index - 1]?.words.at(-1) ?? ''
    const bare = /^\d+$/.test(first)
    if (credited > 0 && !/\d/.test(first)) {
      credited--
      chunk.isStopword = true
      continue
    }
    credited = credits.has(first) ? creditWords : credited > 0 && bare ? 0 : credited
    chunk.isStopword =
      measured.test(chunk.raw) ||
      typeLine.test(chunk.raw) ||
      (bare && (measures.has(before) || chunks[index + 1]?.words[0] === 'hp')) ||
      (before === 'from' && chunks[index - 2]?.words[0] === 'evolves') ||
      attributes.has(chunk.raw) ||
      (chunk.words.length > 0 && chunk.words.every((word) => stopwords.has(word)))
  }
}

/** Marks words that only connect stopwords: those between two of them. */
const markConnectors = (chunks: readonly Chunk[]): void => {
  for (let at = 1; at < chunks.length; at++) {
    let end = at
    while (end < chunks.length && connectors.has(chunks[end]?.words[0] ?? '') && chunks[end]?.words.length === 1) end++
    if (end === at || chunks[at - 1]?.isStopword !== true || chunks[end]?.isStopword !== true) continue
    for (const chunk of chunks.slice(at, end)) chunk.isStopword = true
  }
}

const edges = /^[\s\-–,;:#|/]+|[\s\-–,;:#|/]+$/g

const toName = (chunks: readonly Chunk[]): string | null => {
  const name = chunks
    .map((chunk) => chunk.raw)
    .join(' ')
    .replace(edges, '')
  return name === '' ? null : name
}

/** The names that are left without the number: without stopwords, unless nothing else is left, and as they stand. */
const namesWithout = (chunks: readonly Chunk[], number: NumberReading | null): (string | null)[] => {
  const rest = chunks.filter(
    (chunk) => number === null || chunk.to <= number.from || chunk.from >= number.to || chunk.words.length === 0,
  )
  const significant = rest.filter((chunk) => !chunk.isStopword)
  const whole = toName(rest)
  const name = significant.some((chunk) => chunk.words.length > 0) ? toName(significant) : whole
  return name === whole ? [name] : [name, whole]
}

/**
 * Reads one line of card text, typed or read from a photo, into its words, the parts that may be a collector number, and the ways to part it into
 * name and number. It never throws; what a word means is settled by the ranking, which knows the catalogue.
 */
export const parseCardText = (text: string): CardText => {
  const line = text
    .replace(unprintable, ' ')
    .normalize('NFKC')
    .replace(dashes, '-')
    .replace(underscores, ' ')
    .replace(spacedSlash, '/')
    .replace(/\s+/g, ' ')
    .trim()
  const chunks = chunksOf(line)
  markStopwords(chunks)
  markConnectors(chunks)
  const numbers = readNumbers(chunks)
  const words: TextWord[] = chunks.flatMap((chunk) => chunk.words.map((word) => ({ text: word, isStopword: chunk.isStopword })))
  const readings: TextReading[] = [...numbers.slice(0, 3), null].flatMap((number) =>
    namesWithout(chunks, number).map((name) => ({ name, cardNumber: number?.text ?? null })),
  )
  return { line, words, nameless: isNameless(words, numbers), numbers, readings }
}

/** A card that is already parted into name and number, as a card text; no rule for typed text has a say in it. */
export const toCardText = ({ name, number }: ReadCard): CardText => {
  const nameWords = foldedWords(foldText(name ?? ''))
  const words = [...nameWords, ...foldedWords(foldText(number?.text ?? ''))].map((text) => ({ text, isStopword: false }))
  const collectorNumber = number && readCollectorNumber(number.text)
  return {
    line: [name, number?.text].filter(Boolean).join(' '),
    words,
    nameless: name === null,
    numbers:
      collectorNumber === null
        ? []
        : [{ ...number, number: collectorNumber, from: nameWords.length, to: words.length } as NumberReading],
    readings: [{ name, cardNumber: number?.text ?? null }],
  }
}
