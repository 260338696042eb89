import type { BundledLine } from './bundled.ts'
import { digimon } from './digimon.ts'
import { fleshAndBlood } from './flesh-and-blood.ts'
import { lorcana } from './lorcana.ts'
import { magic } from './magic.ts'
import { onePiece } from './one-piece.ts'
import { pokemon } from './pokemon.ts'
import { pokemonJapan } from './pokemon-japan.ts'
import { riftbound } from './riftbound.ts'
import { yugioh } from './yugioh.ts'

/**
 * The whole catalogue of the sandbox, by `categoryId`. Names, numbers and rarities are those of real printings; every price and every
 * product and set id is invented, so nothing here tells what a card is worth.
 *
 * Product ids begin with the product line and the place of the set in it, and never move: Magic 100001, YuGiOh 200001, Pokemon 300001,
 * Flesh and Blood 620001, Digimon 630001, One Piece 680001, Lorcana 710001, Pokemon Japan 850001, Riftbound 890001; each further set
 * begins 1000 higher. The sandbox keeps 990001 to 990099 for the products that act out an outcome.
 */
export const bundledLines: readonly BundledLine[] = [
  magic,
  yugioh,
  pokemon,
  fleshAndBlood,
  digimon,
  onePiece,
  lorcana,
  pokemonJapan,
  riftbound,
]
