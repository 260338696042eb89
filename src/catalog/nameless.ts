import type { NumberReading, TextWord } from './ports.ts'

/**
 * Whether numbers and stopwords are all there is, beside the words from `from` up to `to` that name a set. What only
 * might be a number, as `Gost1y` or the two words of `Mew 111`, is none here.
 */
export const isNameless = (
  words: readonly TextWord[],
  numbers: readonly NumberReading[],
  from = 0,
  to = 0,
): boolean => {
  const sure = numbers.filter(({ strength }, order) => order === 0 || strength === 'fraction' || strength === 'bare')
  return words.every(
    (word, at) =>
      word.isStopword || (at >= from && at < to) || sure.some((number) => at >= number.from && at < number.to),
  )
}
