import { foldText } from './fold.ts'

const possessive = /(?<![\p{L}\p{N}\p{M}])([\p{L}\p{N}\p{M}]+)['’‘ʼ`´′＇]s(?![\p{L}\p{N}])/giu

/**
 * The folded words that stand before `'s` in a text: `Lim-Dûl's Vault` → `dul`. People leave the ending out, so that a
 * name is found by the stem as well as by `duls`, which folding makes of it.
 */
export const possessiveStems = (text: string): string[] =>
  [...text.matchAll(possessive)].map(([, stem = '']) => foldText(stem)).filter((stem) => stem !== '')

/** What folding makes of a word and `'s`, and back. */
export const foldedPossessive = (stem: string): string => `${stem}s`
export const stemOf = (folded: string): string => folded.slice(0, -1)
