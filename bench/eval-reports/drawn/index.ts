import type { Shape } from '../shapes/shape.ts'
import { linesEx } from './lines-ex.ts'
import { dotGg, dreamborn } from './lorcana-riftbound.ts'
import { cardmarketStock, delverLens, moxfieldListTokens, mtgGoldfish, tcgplayerApp } from './magic.ts'
import { codeAndNumber, collectr, priceCharting, psaPortfolio } from './pokemon.ts'
import { ydk, ygoProDeck } from './yugioh.ts'

/** The shapes of the shared lists, with other cards. */
export const sharedShapes: readonly Shape[] = [
  dreamborn,
  dotGg,
  ygoProDeck,
  collectr,
  priceCharting,
  moxfieldListTokens,
  mtgGoldfish,
  delverLens,
  tcgplayerApp,
  cardmarketStock,
  linesEx,
  psaPortfolio,
  ydk,
  codeAndNumber,
]
