import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { foldLetters } from '../src/cards/fold.ts'
import { packLexicon } from '../src/photo/match/lexicon.ts'
import type { Label } from '../test/support/photos/labelled.ts'

interface ProductRow {
  name: string
  number?: string | null
  sealed: boolean
  groupId: number
}

/** A lexicon of the whole catalogue snapshot, and the labelled names it lacks (without their numbers). */
export const readLexicon = (shared: string, labels: readonly Label[]): SharedArrayBuffer => {
  const rows = ['products', 'products-extra'].flatMap((file) =>
    gunzipSync(readFileSync(`${shared}/catalog/${file}.jsonl.gz`))
      .toString('utf8')
      .trim()
      .split('\n')
      .map((line): ProductRow => JSON.parse(line)),
  )
  const labelled = labels.flatMap((label) => (label.lang === 'en' ? [label.name, ...(label.names ?? [])] : []))
  return packLexicon([
    ...rows
      .filter((row) => !row.sealed && !row.name.startsWith('Code Card'))
      .map(({ name, number, groupId }) => ({ name, number: number ?? null, set: groupId })),
    ...labelled.filter((name) => name !== null).map((name) => ({ name, number: null })),
  ])
}

/** A number for comparison: leading zeros play no part. */
const bareNumber = (number: string): string => number.toUpperCase().replace(/(^|[^0-9])0+(?=[0-9])/g, '$1')

/** The names that count as right; several for a picture with several cards. */
export const acceptedNames = ({ name, names }: Label): string[] =>
  [name, ...(names ?? [])].filter((n) => n !== null).map(foldLetters)

/** Whether a suggested name is the card's. */
export const nameFits = (label: Label, name: string | null): boolean =>
  name !== null && acceptedNames(label).includes(foldLetters(name))

/** Whether a suggested number is the one printed, leading zeros aside. */
export const numberFits = ({ cardNumber }: Label, number: string | null): boolean =>
  cardNumber !== null && number !== null && bareNumber(number) === bareNumber(cardNumber)
