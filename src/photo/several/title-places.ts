/** Where a game prints the title of a card, in fractions of the card, and the shape of its cards. */
export interface TitlePlace {
  /** Breadth over length. */
  readonly shape: number
  /** Which point of the line stands at `across`: its left end, or its middle where titles are centered. */
  readonly anchor: 'left' | 'middle'
  readonly across: readonly [min: number, usual: number, max: number]
  /** Middle of the line, from the upper edge. */
  readonly down: readonly [min: number, usual: number, max: number]
}

const onTop: TitlePlace = { shape: 0.716, anchor: 'left', across: [0.04, 0.09, 0.3], down: [0.03, 0.072, 0.145] }
/** Yu-Gi-Oh! cards are narrower. */
const onTopOfNarrow: TitlePlace = { ...onTop, shape: 0.686 }
/** Lorcana and Riftbound, under the picture. */
const underPicture: TitlePlace = { ...onTop, down: [0.52, 0.58, 0.64] }
/** One Piece. */
const atFoot: TitlePlace = { ...onTop, anchor: 'middle', across: [0.4, 0.5, 0.6], down: [0.84, 0.88, 0.93] }

const yugioh = /^[A-Z0-9]{3,4}-(?:[A-Z]{1,2})?[0-9]{3}$/
const onePiece = /^(?:OP|ST|EB|PRB)[0-9]{2}-|^P-[0-9]{3}$/
const fleshAndBlood = /^[A-Z]{3}[0-9]{3}$/
/** Riftbound's sets by their codes: `OGN-011/298`. */
const riftbound = /^(?:OGN|OGS|SFD)-?[0-9]/

/** Flesh and Blood centers its titles, and has those of heroes at the foot. */
const centeredOnTop: TitlePlace = { ...onTop, anchor: 'middle', across: [0.4, 0.5, 0.6], down: [0.04, 0.09, 0.13] }
const ofHeroes: TitlePlace = { ...atFoot, down: [0.78, 0.84, 0.92] }

/**
 * Where a name's game prints titles, the usual place first, told by the form of its numbers; Lorcana alone joins titles
 * by a dash.
 */
export const titlePlacesOf = (name: string, numbers: readonly string[]): readonly [TitlePlace, ...TitlePlace[]] => {
  const has = (form: RegExp): boolean => numbers.some((number) => form.test(number))
  if (has(onePiece)) return [atFoot]
  if (has(riftbound) || (name.includes(' - ') && numbers.some((number) => number.includes('/')))) return [underPicture]
  if (has(yugioh)) return [onTopOfNarrow]
  return has(fleshAndBlood) ? [centeredOnTop, ofHeroes] : [onTop]
}

/** How far outside its place a title may stand on a card whose box was only estimated. */
const drift = 0.07

/** Whether lines whose middles lie so far down are where a game has its titles. */
export const areInPlace = (places: readonly TitlePlace[], middles: readonly number[]): boolean =>
  middles.length > 0 &&
  places.some(({ down: [min, , max] }) => middles.every((y) => y > min - drift && y < max + drift))

export const usualPlace = onTop
