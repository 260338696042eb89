import { codeRegions, readCollectorNumber } from '../cards/collector-number.ts'
import { readLettersAsDigits } from '../cards/look-alikes.ts'
import type { NumberReading, NumberStrength } from '../catalog/ports.ts'
import type { Chunk } from './chunks.ts'
import { readingOrder } from './weights.ts'

interface Guess {
  readonly text: string
  readonly strength: NumberStrength
  /** Added to the order of readings; negative for what needed letters read as digits or two chunks joined. */
  readonly weight: number
}

const outside = /^[^\p{L}\p{N}!?★☆*]+|(?<![^\p{L}\p{N}!?★☆*†])[^\p{L}\p{N}!?★☆*†]+$/gu
const fraction = /^(?:[a-z]{0,5}\d{1,4}[a-z★☆*†]{0,2}|[a-z!?])\/(?:[a-z]{0,5}\d{1,4}|[a-z]{1,4}-?p)$/i
/** Without g: it would read the series TG as T6. */
const misreadFraction = /^([a-z]{0,4}?)([\doli|sbz]{1,4})\/([a-z]{0,4}?)([\doli|sbz]{1,4})$/i
/** Only one side has letters before its digits, and ones that look like digits: `92/l45`. */
const unlikePrefixes = /^\d+\/[oil|sbz]|^[oil|sbz]\w*\/\d+$/i
/** A code with its region between two separators, as `lob-en-001`. */
const regionCode = /^[a-z0-9]{2,5}[-.: ][a-z]{2}[-.: ][a-z]?\d{2,3}$/i
const hyphenCode = /^(?=.*\d)(?=.*[a-z])[a-z0-9]{1,5}[-.:][a-z]{0,4}[\dolis]{1,4}[a-z★*]?$/i
const gluedCode = new RegExp(`^(?:[a-z]{2,4}\\d{0,2}(?:${codeRegions}|e)[a-z]?\\d{2,3}|(?:op|st|eb|prb)\\d{5})$`, 'i')
/** Letters before, between or, where a year begins the number, none: `SM155`, `1N05`, `2020-1`. */
const prefixed = /^(?:[a-z]{1,5}\d{1,4}(?:[a-z]{0,3}|[★☆*†])|\d[a-z]{1,4}\d{1,4}|(?:19|20)\d\d-\d{1,2})$/i
/** What people write before a number: `No.4`, `№4`, `Nr. 4`. */
const numberSign = /^n(?:[or]|[or]?[°º])[.:]?(?=\d)/i
const loneSign = /^n(?:[or]|[or]?[°º]|(?=\.))\.?$/i
const bare = /^[★☆*]?\d{1,5}(?:[a-z]{0,2}|[a-z]?[★☆*†]+[a-z]?)$/i
/** A fraction with a hyphen for its slash. */
const hyphenFraction = /^(\d{1,3})-(\d{2,3})$/
const ordinal = /^\d*(?:1st|2nd|3rd|\dth)$/i
const misreadBare = /^(?=.*\d)[\dolqi|sbzg]{2,4}$/i
/** Strokes that a reader of print makes of ones. */
const strokes = /^[Il|1]{2,3}$/

/** What one chunk may be as a collector number, best first; the sign before a number is rarely part of it. */
const guessesOf = (raw: string): Guess[] => {
  const text = raw.replace(outside, '')
  const signed = numberSign.exec(text)
  if (signed === null) return unsignedGuessesOf(text)
  const withSign = unsignedGuessesOf(text).map((guess) => ({ ...guess, weight: guess.weight + readingOrder.withSign }))
  return [...unsignedGuessesOf(text.slice(signed[0].length)), ...withSign]
}

const unsignedGuessesOf = (text: string): Guess[] => {
  if (text === '' || text.length > 14) return []
  const misread = misreadFraction.exec(text)
  if (fraction.test(text) && !(misread !== null && unlikePrefixes.test(text)))
    return [{ text, strength: 'fraction', weight: 0 }]
  if (misread !== null && /\d/.test(text)) {
    const [, prefix = '', left = '', totalPrefix = '', right = ''] = misread
    const meant = `${prefix}${readLettersAsDigits(left)}/${totalPrefix}${readLettersAsDigits(right)}`
    return [{ text: meant, strength: 'fraction', weight: readingOrder.repaired }]
  }
  if (hyphenCode.test(text) || gluedCode.test(text) || regionCode.test(text))
    return [{ text, strength: 'code', weight: 0 }]
  if (ordinal.test(text)) return []
  const hyphened = hyphenFraction.exec(text)
  if (hyphened !== null)
    return [{ text: `${hyphened[1]}/${hyphened[2]}`, strength: 'fraction', weight: readingOrder.repaired }]
  if (bare.test(text)) return [{ text, strength: 'bare', weight: 0 }]
  const guesses: Guess[] = []
  if (misreadBare.test(text))
    guesses.push({ text: readLettersAsDigits(text), strength: 'bare', weight: readingOrder.repairedBare })
  if (strokes.test(text))
    guesses.push({ text: readLettersAsDigits(text), strength: 'bare', weight: readingOrder.strokes })
  if (prefixed.test(text))
    guesses.push({ text, strength: 'prefixed', weight: guesses.length === 0 ? 0 : readingOrder.prefixedBesideBare })
  return guesses
}

const letters = /^[a-z]{1,4}$/i
const codeStart = /^(?:[a-z]{1,4}\d{1,2}|[a-z]{2,4}|p)$/i
const codeEnd = /^(?:\d{3}|[a-z]{1,3}\d{2,3})$/i
/** What follows a set without digits: `LOB EN001`, but not `GX SM155`. */
const regionEnd = new RegExp(`^(?:${codeRegions}|e)[a-z]?\\d{2,3}$`, 'i')

/** What two neighbouring chunks may be together: `GLD1 EN044`, `OP03 011`, `SV 49/SV94`, `SM 217`. */
const joinedGuess = (left: string, right: string): Guess | null => {
  const end = right.replace(outside, '')
  const start = left.replace(outside, '')
  if (ordinal.test(end)) return null
  if (codeStart.test(start) && codeEnd.test(end) && (/\d/.test(start) || regionEnd.test(end) || /^p$/i.test(start))) {
    return { text: `${start}-${end}`, strength: 'code', weight: readingOrder.joinedCode }
  }
  if (!letters.test(start) || !/^\d/.test(end)) return null
  if (loneSign.test(left)) return guessesOf(end)[0] ?? null
  if (fraction.test(end)) return { text: start + end, strength: 'fraction', weight: readingOrder.joinedFraction }
  return bare.test(end) ? { text: start + end, strength: 'prefixed', weight: readingOrder.joinedPrefixed } : null
}

/** Numbers that one text is read to hold at most. */
const maxNumbers = 6

/** All parts of a text that may be its collector number, likeliest first. */
export const readNumbers = (chunks: readonly Chunk[]): NumberReading[] => {
  const found: (NumberReading & { readonly order: number })[] = []
  const significant = chunks.filter((chunk) => !chunk.isStopword && chunk.words.length > 0)
  const add = (guess: Guess | null, first: Chunk, last: Chunk): void => {
    const number = guess === null ? null : readCollectorNumber(guess.text)
    if (guess === null || number === null) return
    // At an end of the significant text a number is likelier to be the collector number than in its middle.
    const place =
      last === significant.at(-1)
        ? readingOrder.atEnd
        : first === significant[0]
          ? readingOrder.atStart
          : readingOrder.inMiddle
    const isPower =
      /^\d{1,2}\/\d{1,2}$/.test(guess.text) && Math.max(number.digits, Number(number.total)) <= readingOrder.maxPower
    const order =
      readingOrder.strength[guess.strength] +
      guess.weight +
      place +
      (first.isStopword ? readingOrder.stopword : 0) +
      (isPower ? readingOrder.powerAndToughness : 0)
    found.push({ text: guess.text, number, strength: guess.strength, from: first.from, to: last.to, order })
  }
  for (const [index, chunk] of chunks.entries()) {
    for (const guess of guessesOf(chunk.raw)) add(guess, chunk, chunk)
    const next = chunks[index + 1]
    if (next !== undefined) add(joinedGuess(chunk.raw, next.raw), chunk, next)
  }
  return found
    .sort((a, b) => b.order - a.order)
    .slice(0, maxNumbers)
    .map(({ text, number, strength, from, to }) => ({ text, number, strength, from, to }))
}
