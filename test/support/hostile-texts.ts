/** A text that does as much harm as its kind can. */
export interface HostileText {
  readonly kind: string
  readonly text: string
}

/** Longest text that identify and search take. */
const maxLength = 120

/** What is written over and over until a text is full. */
const repeated: Readonly<Record<string, string>> = {
  'one vowel': 'a',
  'the commonest letter': 'e',
  'one letter and spaces': 'a ',
  'one digit': '1',
  'digits and spaces': '1 ',
  'growing numbers': '1 22 333 4444 55555 ',
  fractions: '1/1 ',
  'slashes only': '/',
  'hyphens only': '-',
  'prefixed numbers': 'A-1 ',
  'set codes with digits': 'C21 M14 8ED ',
  'set codes of letters': 'PR SV EX BS ',
  'Yu-Gi-Oh! codes': 'LOB-EN001 ',
  'Yu-Gi-Oh! codes in German': 'LOB-DE001,',
  'One Piece codes': 'OP01-001',
  'glued quantities': '4x',
  'counts of codes': '3xOP01-025 ',
  "x's": 'x',
  'multiplication signs': '× ',
  commas: ',',
  'empty fields': ',"",',
  'fields of names and sets': 'Forest,Base Set,1,',
  'deck lines in a row': '4 Forest (M14) 249 ',
  'open quotes': '"',
  'doubled quotes': '""a""',
  tabs: '1\t',
  'round brackets': '(',
  'closed brackets': '() ',
  'nested brackets': '([',
  'sets in brackets': '[C21](NEO)',
  'number signs': '# #1 ',
  'conditions and grades': 'NM PSA 9 LP ',
  'finishes and editions': '*F* foil 1st Edition holo ',
  years: '1999 2021 ',
  'a set name': 'Base Set ',
  'a long set name': 'Duel Decks: Ajani vs. Nicol Bolas ',
  'words of many sets': 'Commander Promo Deck Edition ',
  'words of many names': 'of the Dragon ex ',
  'a name of many printings': 'Forest ',
  'names glued to numbers': 'charizard4/102',
  'look-alikes': '0Ol1I5S8B',
  'letters that look like one': 'rnmcl',
  'misspelt words': 'Charzard Pikchu ',
  katakana: 'ガ',
  kanji: '漢字',
  hangul: '카드 ',
  'emoji families': '👨‍👩‍👧',
  'combining marks': 'é\u0301\u0327\u0308',
  'full-width letters and digits': 'Ａ１／',
  stars: '★ 21★ ',
  'control characters': '\u0000\u0007',
  'right-to-left marks': '\u202eabc',
  'zero-width joiners': 'a\u200db\u200c',
  apostrophes: "'’ʼ",
  'operators of query languages': '" OR NOT * ',
  'a quote that ends a statement': "' OR 1=1 --",
  'half of a surrogate pair': '\ud800a',
}

/** Texts of many kinds at full length, for benches and tests of time. */
export const hostileTexts: readonly HostileText[] = Object.entries(repeated).map(([kind, piece]) => ({
  kind,
  text: piece.repeat(maxLength).slice(0, maxLength),
}))

/** Names that every object has by its prototype: an object that is used as a table finds them. */
export const inheritedNames: readonly string[] = [
  ...['constructor', '__proto__', 'prototype', 'toString', 'toLocaleString', 'valueOf', 'hasOwnProperty'],
  ...['isPrototypeOf', 'propertyIsEnumerable', '__defineGetter__', '__lookupGetter__'],
]
