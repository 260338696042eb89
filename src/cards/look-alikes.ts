/** Characters that people and machines take for one another in print. */
interface LookAlikes {
  /** Stands for all of them in a skeleton. */
  readonly letter: string
  readonly inWords: readonly string[]
  /** What the characters of `inNumbers` are where only a digit can stand. */
  readonly digit?: string
  readonly inNumbers?: string
}

/**
 * The only table of look-alikes: skeletons, digits repaired in numbers and the cost of edits all follow from it.
 * Each pair was kept by `npm run eval:identify` and `npm run eval:photos` (2026-11-22, docs/inside/identification.md).
 */
const lookAlikes: readonly LookAlikes[] = [
  { letter: 'o', inWords: ['0'], digit: '0', inNumbers: 'oqd' },
  { letter: 'l', inWords: ['1', 'i', 'j'], digit: '1', inNumbers: 'il|!' },
  { letter: 'z', inWords: ['2'], digit: '2', inNumbers: 'z' },
  { letter: 's', inWords: ['5'], digit: '5', inNumbers: 's' },
  { letter: 'b', inWords: ['8', '6'], digit: '8', inNumbers: 'b' },
  { letter: 'g', inWords: ['9', 'q'], digit: '6', inNumbers: 'g' },
  { letter: 'u', inWords: ['v'] },
  { letter: 'e', inWords: ['c'] },
  { letter: 'm', inWords: ['rn'] },
  { letter: 'w', inWords: ['vv'] },
]

const asciiSize = 128
const letterOf = Array.from({ length: asciiSize }, (_, code) => String.fromCharCode(code))
const letterOfPair = new Map<number, string>()
const beginsPair = new Uint8Array(asciiSize)
const pairKey = (code: number, next: number): number => code * asciiSize + next
const digitOf = new Map<string, string>()
for (const { letter, inWords, digit, inNumbers } of lookAlikes) {
  for (const written of inWords) {
    const [first, second] = [written.charCodeAt(0), written.charCodeAt(1)]
    if (Number.isNaN(second)) letterOf[first] = letter
    else {
      letterOfPair.set(pairKey(first, second), letter)
      beginsPair[first] = 1
    }
  }
  for (const character of inNumbers ?? '') digitOf.set(character, digit as string)
}

/**
 * A folded word with look-alikes made equal: O and 0, l and 1 and I, S and 5, B and 8, rn and m.
 * Two words with one skeleton may be the same word read differently.
 */
export const skeletonOf = (word: string): string => {
  let skeleton = ''
  for (let at = 0; at < word.length; at++) {
    const code = word.charCodeAt(at)
    if (code >= asciiSize) {
      skeleton += word.charAt(at)
      continue
    }
    const next = at + 1 < word.length ? word.charCodeAt(at + 1) : asciiSize
    const pair = beginsPair[code] === 1 && next < asciiSize ? letterOfPair.get(pairKey(code, next)) : undefined
    if (pair !== undefined) at++
    skeleton += pair ?? letterOf[code]
  }
  return skeleton
}

/** The skeleton without pairs taken for one letter, for words in which a typing error has made such a pair. */
export const pairlessSkeletonOf = (word: string): string => {
  let skeleton = ''
  for (let at = 0; at < word.length; at++) skeleton += letterOf[word.charCodeAt(at)] ?? word.charAt(at)
  return skeleton
}

/** Characters that stand for digits in numbers that were read from print. */
export const digitLookAlikes = [...digitOf.keys()].join('')

/** Whether a character is some digit's look-alike. */
export const isLikeDigit = (character: string): boolean => digitOf.has(character.toLowerCase())

/** The text with every character that looks like a digit read as that digit. */
export const readLettersAsDigits = (text: string): string => {
  let digits = ''
  for (const character of text) digits += digitOf.get(character.toLowerCase()) ?? character
  return digits
}
