import { foldText } from '../../src/cards/fold.ts'
import type { Random } from '../multiply.ts'

const marks = /[\u0300-\u036f]/g

const swapLetters = (text: string, random: Random): string => {
  const places = [...text.matchAll(/\p{Ll}{2}/gu)]
    .map(({ index }) => index)
    .filter((at) => at > 1 && text[at] !== text[at + 1])
  const at = places[random(Math.max(1, places.length))]
  return at === undefined ? text : text.slice(0, at) + text.charAt(at + 1) + text.charAt(at) + text.slice(at + 2)
}

const dropLetter = (text: string, random: Random): string => {
  const places = [...text.matchAll(/(?<=\p{L})\p{Ll}/gu)].map(({ index }) => index)
  const at = places[random(Math.max(1, places.length))]
  return at === undefined ? text : text.slice(0, at) + text.slice(at + 1)
}

/** A name of so many letters is still known when one is wrong. */
const misspelledFrom = 9

/** What happens to names on their way through spreadsheets and keyboards, each with its share in a hundred. */
export const damageName = (name: string, random: Random): string => {
  const plain = random(100) < 30 ? name.normalize('NFKD').replace(marks, '').normalize('NFC') : name
  const typed =
    random(100) < 5 && foldText(plain).length >= misspelledFrom
      ? (random(2) === 0 ? swapLetters : dropLetter)(plain, random)
      : plain
  const cased = random(100) < 10 ? (random(2) === 0 ? typed.toLowerCase() : typed.toUpperCase()) : typed
  return random(100) < 8 ? ` ${cased.replace(' ', '  ')} ` : cased
}

const ordinals: readonly (readonly [string, string])[] = [
  ['10th Edition', 'Tenth Edition'],
  ['9th Edition', 'Ninth Edition'],
  ['8th Edition', 'Eighth Edition'],
  ['7th Edition', 'Seventh Edition'],
]

/** The name of a set as another source has it: without its series, its code or its colon. */
export const damageSetName = (name: string, random: Random): string => {
  const known = ordinals.find(([from]) => from === name)
  if (known !== undefined) return known[1]
  const styles = [
    (text: string) => text.replace(/^[A-Z]{1,5}\d{1,2}[a-z]?: /, ''),
    (text: string) => text.replace(/^[A-Z&]{1,5} - /, ''),
    (text: string) => text.replaceAll(':', ''),
    (text: string) => text.toLowerCase(),
    (text: string) => text.replace(' & ', ' and '),
  ]
  return (styles[random(styles.length)] as (text: string) => string)(name)
}

/** A number without its zeros or its total, or with a sign before it. */
export const damageNumber = (number: string, random: Random): string => {
  const styles = [
    (text: string) => text.replace(/^0+(?=\d)/, ''),
    (text: string) => text.replace(/\/.*/, ''),
    (text: string) => (/^\d/.test(text) ? `#${text}` : text),
    (text: string) => text.toLowerCase(),
  ]
  return (styles[random(styles.length)] as (text: string) => string)(number)
}
