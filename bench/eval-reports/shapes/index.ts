import { cardCastle } from './cardcastle.ts'
import { deckedBuilder } from './decked-builder.ts'
import { deckstats } from './deckstats.ts'
import { fabrary } from './fabrary.ts'
import { helvault } from './helvault.ts'
import { mtgManager } from './mtg-manager.ts'
import { magicOnline } from './mtgo.ts'
import { lorcanaDeck, piltoverArchive } from './names-alone.ts'
import { egman, optcgSimulator } from './one-piece.ts'
import type { Shape } from './shape.ts'
import { tappedOut } from './tappedout.ts'
import { tcgdexIds } from './tcgdex-ids.ts'
import { urzasGatherer } from './urzas-gatherer.ts'

/** Shapes of programs that are neither among the shared lists nor in `prove:lists`, written before they were read. */
export const furtherShapes: readonly Shape[] = [
  deckedBuilder,
  helvault,
  deckstats,
  magicOnline,
  tappedOut,
  cardCastle,
  urzasGatherer,
  mtgManager,
  fabrary,
  egman,
  optcgSimulator,
  tcgdexIds,
  piltoverArchive,
  lorcanaDeck,
]
