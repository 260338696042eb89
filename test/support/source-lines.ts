/** What becomes of a line: its copy is certain, with a price or none, or a person has to say this. */
export type Outcome = 'certain' | 'printing' | 'copy' | 'text'

/** What a line says, and what becomes of it on a source. */
export interface SourceLine {
  readonly text: string
  readonly quantity?: number
  /** The product that is meant; left out where no source can tell. */
  readonly productId?: number
  readonly condition?: string
  readonly variant?: RegExp
  readonly language?: string
  readonly becomes: Outcome | { readonly sandbox: Outcome; readonly live: Outcome; readonly daily: Outcome }
}

const magician = { productId: 200_005, variant: /^1st Edition$/ }

/**
 * Mixed lines of cards that sandbox, emulated live market and emulated daily files all have. The live market cannot
 * tell a set by its name in a line.
 */
export const sourceLines: readonly SourceLine[] = [
  { text: 'Dark Magician LOB-005 1st edition', ...magician, becomes: 'certain' },
  {
    ...{ text: 'Dark Magician LOB-005 1st edition MP', ...magician, condition: 'Moderately Played' },
    becomes: { sandbox: 'certain', live: 'certain', daily: 'copy' },
  },
  { text: 'Dark Magician LOB-005', productId: 200_005, becomes: 'copy' },
  {
    text: 'Dark Magician LOB-005 1st edition signed',
    ...magician,
    becomes: { sandbox: 'copy', live: 'printing', daily: 'copy' },
  },
  {
    ...{ text: '2x Charizrd 4/102 Base Set LP', productId: 300_004, quantity: 2, condition: 'Lightly Played' },
    becomes: { sandbox: 'certain', live: 'printing', daily: 'copy' },
  },
  { text: 'Pikachu 58/102', becomes: 'printing' },
  { text: 'Qwertzuiop 999/888', becomes: 'text' },
  {
    ...{
      text: '5 Blue-Eyes White Dragon SDK-001 Unlimited NM',
      productId: 204_001,
      quantity: 5,
      variant: /^Unlimited$/,
    },
    becomes: 'certain',
  },
  { text: 'Unseen Wanderer 005/010', productId: 990_005, becomes: 'certain' },
  { text: 'Charizard ex 125/197 near mint x2', productId: 319_003, quantity: 2, becomes: 'certain' },
  {
    ...{ text: '3 Uta OP01-005 Japanese', productId: 680_008, quantity: 3, language: 'Japanese' },
    becomes: { sandbox: 'certain', live: 'certain', daily: 'copy' },
  },
  {
    ...{
      text: 'Bulbasaur 001/165 SV: Scarlet & Violet 151 reverse holo',
      productId: 320_001,
      variant: /^Reverse Holofoil$/,
    },
    becomes: 'certain',
  },
  { text: 'Jeweled Lotus, Commander Legends, 319', productId: 113_001, variant: /^Normal$/, becomes: 'certain' },
  { text: 'Harpie Lady 1 RDS-EN017 damaged', productId: 206_001, condition: 'Damaged', becomes: 'copy' },
]

/** Mixed lines of cards of the real catalogue, to whose cards the sandbox gives one plain finish in English. */
export const catalogLines: readonly SourceLine[] = [
  {
    ...{ text: '2x Charizrd 4/102 Base Set LP', productId: 42_382, quantity: 2, condition: 'Lightly Played' },
    becomes: 'certain',
  },
  { text: 'Pikachu 58/102', becomes: 'printing' },
  { text: 'Thoughtseize THS 107 MP', productId: 70_993, condition: 'Moderately Played', becomes: 'certain' },
  { text: 'Umbreon ex 161/131', productId: 610_516, becomes: 'certain' },
  { text: '4 Lightning Bolt [M10] foil', productId: 32_656, quantity: 4, variant: /foil/i, becomes: 'copy' },
  {
    ...{ text: 'Bulbasaur 001/165 reverse holo lightly played', productId: 502_552, variant: /reverse/i },
    ...{ condition: 'Lightly Played', becomes: 'copy' },
  },
  { text: 'Qwertzuiop 999/888', becomes: 'text' },
  { text: 'Alakazam 1/102 Base Set German', productId: 42_346, language: 'German', becomes: 'copy' },
  { text: '3x Llanowar Elves (DOM) 168', productId: 162_231, quantity: 3, becomes: 'certain' },
  { text: 'Elsa - Spirit of Winter 42/204 signed', productId: 507_512, becomes: 'copy' },
  { text: 'Solemn Judgment MRD-127 x3', productId: 1_500_011_584, quantity: 3, becomes: 'certain' },
  { text: 'Sol Ring, Commander 2021, 263', productId: 236_137, becomes: 'certain' },
  { text: 'OP05-119', becomes: 'printing' },
]
