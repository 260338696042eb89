/** Letters that Unicode decomposition leaves alone, and signs that are words on cards. */
const spelled: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ æ: 'ae', œ: 'oe', ø: 'o', ß: 'ss', ð: 'd', þ: 'th', ł: 'l', đ: 'd', ı: 'i' },
    ...{ '&': ' and ', '♂': ' m ', '♀': ' f ', '∞': ' infinity ' },
    ...{ α: ' alpha ', β: ' beta ', γ: ' gamma ', δ: ' delta ', ω: ' omega ' },
  }),
)

const apostrophes = /['’‘ʼ`´′]/g
const latinMarks = /[\u0300-\u036f]/g
const spelledSigns = new RegExp(`[${[...spelled.keys()].join('')}]`, 'g')
const separators = /[^\p{L}\p{N}\u3099\u309a\u30fc]+/gu
const hiragana = /[\u3041-\u3096]/g
const beyondAscii = /[\u0080-\uffff]/
const asciiSeparators = /[^a-z0-9]+/g

/**
 * One spelling of a text for comparison: lower case without accents, apostrophes and punctuation, "&" read as "and",
 * words parted by one space. Japanese is folded to katakana of normal width and keeps its voicing marks.
 */
export const foldText = (text: string): string => {
  const lower = text.toLowerCase()
  if (!beyondAscii.test(lower)) {
    const plain = lower.includes('&') ? lower.replaceAll('&', ' and ') : lower
    return plain.replace(/['`]/g, '').replace(asciiSeparators, ' ').trim()
  }
  // Apostrophes go before decomposing, which makes a space of "´", and after it, which brings forth those within "ŉ"
  // and "＇".
  return lower
    .replace(apostrophes, '')
    .normalize('NFKD')
    .replace(apostrophes, '')
    .toLowerCase()
    .replace(latinMarks, '')
    .replace(spelledSigns, (sign) => spelled.get(sign) ?? sign)
    .replace(hiragana, (kana) => String.fromCharCode(kana.charCodeAt(0) + 0x60))
    .normalize('NFC')
    .replace(separators, ' ')
    .trim()
}

/** A folded text without its spaces, for comparing what was split, joined or read from print. */
export const foldLetters = (text: string): string => foldText(text).replaceAll(' ', '')

const unspacedScript = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+/g
const unspacedLetter = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/

/** Whether a text holds letters of a script without spaces: Japanese, Chinese or Korean. */
export const hasUnspacedScript = (text: string): boolean => unspacedLetter.test(text)

/** Longer words are cut before they are compared. */
const maxWordLength = 24

const pushWord = (words: string[], word: string): void => {
  if (word !== '') words.push(word.length > maxWordLength ? word.slice(0, maxWordLength) : word)
}

/** Overlapping pairs of a run without spaces: such scripts have no words to compare, their pairs do as well. */
const pushPairs = (words: string[], run: string): void => {
  if (run.length < 2) pushWord(words, run)
  for (let at = 0; at + 2 <= run.length; at++) words.push(run.slice(at, at + 2))
}

/** The words of a folded text; Japanese, Chinese and Korean runs come as overlapping pairs of characters. */
export const foldedWords = (folded: string): string[] => {
  const words: string[] = []
  if (folded === '') return words
  for (const word of folded.split(' ')) {
    if (!hasUnspacedScript(word)) {
      pushWord(words, word)
      continue
    }
    let from = 0
    for (const run of word.matchAll(unspacedScript)) {
      pushWord(words, word.slice(from, run.index))
      pushPairs(words, run[0])
      from = run.index + run[0].length
    }
    pushWord(words, word.slice(from))
  }
  return words
}

/** The comparable words of any text. */
export const wordsOf = (text: string): string[] => foldedWords(foldText(text))

/**
 * URL-safe identifier of a name, formed as TCGplayer forms its own: `SM1+: Sword & Shield Vol.2` →
 * `sm1plus-sword-and-shield-vol2`.
 */
export const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .normalize('NFKD')
    .replace(latinMarks, '')
    .replaceAll('&', ' and ')
    .replace(/\s?\+/g, (sign) => (sign === '+' ? 'plus' : ' plus'))
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}\u3099\u309a\u30fc\s_-]+/gu, '')
    .trim()
    .replace(/[\s_-]+/g, '-')
    .replace(/^-|-$/g, '')
