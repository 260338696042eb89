/** Left, top, right and bottom in fractions of the card. */
export type Place = readonly [left: number, top: number, right: number, bottom: number]

/** Numbers of a game and time, as the catalogue writes them, and where they stand on the card. */
interface NumberPlace {
  readonly of: string
  readonly form: RegExp
  readonly at: Place
}

/** The lower edge, and a little beyond. */
const atFoot = (left: number, right: number): Place => [left, 0.86, right, 1.07]
const [left, right] = [atFoot(-0.02, 0.5), atFoot(0.5, 1.02)]
export const wholeFoot = atFoot(-0.02, 1.02)
export const underPicture: Place = [0.4, 0.66, 1, 0.8]

const fraction = /^[0-9A-Za-z]+\/[0-9A-Za-z]+$/
const bare = /^[0-9]+[a-z★†]?$/
const hyphenCode = /^(?:OP|ST|EB|PRB|BT|EX|RB|LM|P)[0-9]*-[0-9]/
const regionCode = /^(?!(?:OP|ST|EB|PRB|BT|EX|RB|LM)[0-9]+-[0-9])[A-Z0-9]{2,4}-[A-Z]{0,4}[0-9]/

/** "The List" of Magic has the number of the card that it reprints, at that card's place. */
const numberPlaces: readonly NumberPlace[] = [
  { of: 'Yu-Gi-Oh!', form: regionCode, at: underPicture },
  { of: 'Yu-Gi-Oh!, pendulum', form: regionCode, at: left },
  // At the lower right; a look at that half alone reads one number less.
  { of: 'One Piece, Digimon', form: hyphenCode, at: wholeFoot },
  { of: 'Pokémon since 2023, Lorcana, Riftbound', form: fraction, at: left },
  { of: 'Pokémon before', form: fraction, at: right },
  { of: 'Magic since 2014, promotions of Pokémon', form: bare, at: left },
  { of: 'Magic before, at the end of the copyright line', form: bare, at: atFoot(0.2, 0.8) },
  { of: 'promotions of Pokémon before 2023, Flesh and Blood', form: /^[A-Z]{2,5}[0-9]+$/, at: wholeFoot },
]

/**
 * Where to look for the number of a card whose name has these; what stands at the foot is looked at as one. For a name
 * without any, everywhere.
 */
export const placesOf = (numbers: readonly string[]): Place[] => {
  if (numbers.length === 0) return [wholeFoot, underPicture]
  const places = numberPlaces.filter(({ form }) => numbers.some((number) => form.test(number)))
  const areAllKnown = numbers.every((number) => places.some(({ form }) => form.test(number)))
  const feet = areAllKnown ? places.map(({ at }) => at).filter((at) => at !== underPicture) : [wholeFoot]
  const [from, to] = [Math.min(...feet.map(([x]) => x)), Math.max(...feet.map(([, , x]) => x))]
  return [...(places.some(({ at }) => at === underPicture) ? [underPicture] : []), atFoot(from, to)]
}
