import type { CollectorNumber } from '../../../cards/collector-number.ts'

/** Key of a number with its total: finds `4/102` whatever its zeros. */
export const wholeKey = ({ head, total }: CollectorNumber): string => `${head}/${total}`

/** Key of a number by its head alone. */
export const headKey = (head: string): string => `#${head}`

/** Key of a number whose letters and digits may have been confused. */
export const skeletonKey = (skeleton: string): string => `~${skeleton}`

/** Key of a code that names a region: finds its printings in other languages. */
export const cardKey = ({ card }: CollectorNumber): string => `=${card}`

/** All keys under which a catalogue number is found. */
export const numberKeys = (number: CollectorNumber | null, skeleton: string): string[] => {
  if (number === null) return []
  const keys = [headKey(number.head)]
  if (number.total !== null) keys.push(wholeKey(number))
  if (number.region !== null) keys.push(cardKey(number))
  // Only numbers with letters can be misread as another word of letters and digits.
  if (/[a-z]/.test(number.head)) keys.push(skeletonKey(skeleton))
  return keys
}
