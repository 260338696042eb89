import type { SaidOfCopy } from './shared-catalog.ts'

/** Words for the condition of a copy, and what they mean. */
export const conditions: readonly (readonly [written: string, condition: string])[] = [
  ['NM', 'Near Mint'],
  ['LP', 'Lightly Played'],
  ['MP', 'Moderately Played'],
  ['HP', 'Heavily Played'],
  ['Near Mint', 'Near Mint'],
  ['Lightly Played', 'Lightly Played'],
  ['Moderately Played', 'Moderately Played'],
  ['Heavily Played', 'Heavily Played'],
  ['Damaged', 'Damaged'],
]

/** A line that says this about the copy and no more. */
export const copyOf = (said: Partial<SaidOfCopy>): SaidOfCopy => ({
  quantity: null,
  condition: null,
  variant: null,
  language: null,
  ...said,
})

/** What sellers write about the state of a card in a title. */
export const titleStates: readonly (readonly [written: string, condition: string])[] = [
  ['PSA 9', 'PSA 9'],
  ['PSA 10', 'PSA 10'],
  ['BGS 9.5', 'BGS 9.5'],
  ['CGC 8.5', 'CGC 8.5'],
  ['Mint', 'Near Mint'],
  ['Near Mint', 'Near Mint'],
  ['NM', 'Near Mint'],
  ['LP', 'Lightly Played'],
]

/** How Moxfield marks a finish at the end of a line. */
export const moxfieldFinishes: readonly (readonly [written: string, variant: string | null])[] = [
  ['', null],
  [' *F*', 'Foil'],
  [' *E*', 'Foil Etched'],
]

/** Words for finishes and editions, by product line. */
export const finishes: readonly (readonly [
  line: RegExp,
  words: readonly (readonly [written: string, variant: string | null])[],
])[] = [
  [
    /^magic/i,
    [
      ['', null],
      ['foil', 'Foil'],
      ['*F*', 'Foil'],
    ],
  ],
  [
    /^pok[eé]mon/i,
    [
      ['', null],
      ['holo', 'Holofoil'],
      ['non holo', 'Normal'],
      ['reverse holo', 'Reverse Holofoil'],
    ],
  ],
  [
    /^yu-?gi-?oh/i,
    [
      ['1st Edition', '1st Edition'],
      ['Unlimited', 'Unlimited'],
    ],
  ],
]

/** Regions in Yu-Gi-Oh! codes and the languages they stand for. */
export const regions: readonly (readonly [code: string, language: string])[] = [
  ['FR', 'French'],
  ['DE', 'German'],
  ['IT', 'Italian'],
  ['SP', 'Spanish'],
  ['PT', 'Portuguese'],
]

/** How Magic's and Pokémon's lines of collector number and set mark the language. */
export const languageMarks: readonly (readonly [mark: string, language: string])[] = [
  ['EN', 'English'],
  ['DE', 'German'],
  ['FR', 'French'],
  ['IT', 'Italian'],
  ['ES', 'Spanish'],
  ['PT', 'Portuguese'],
]
