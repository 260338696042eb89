import type { LineCard } from '../../line-catalog.ts'
import { isOrdinaryMagic, rowsOf } from './draw.ts'
import { drawUnique, magicCopy } from './magic.ts'
import { asked, priced, tableShape } from './shape.ts'

/** Cards of each set, as they are printed behind the number. */
const totals: Readonly<Record<string, number>> = {
  ZEN: 249,
  ISD: 264,
  DKA: 158,
  RTR: 274,
  GTC: 249,
  DGM: 156,
  THS: 249,
  BNG: 165,
  JOU: 165,
  KTK: 269,
  FRF: 185,
  OGW: 184,
  EMN: 205,
  AER: 184,
}

const isOfKnownTotal = (card: LineCard): boolean => isOrdinaryMagic(card) && (card.set.code ?? '') in totals

/**
 * Magic Online: numbers with their total, `Premium` for foils, ids of its own, and promos of its own set `PRM`. Head
 * and rows as in elonderin's MagicAssistant (`55382,Rare,FRF,167/185,No`) and the README of oflannabhra's transmute.
 */
export const magicOnline = tableShape({
  name: 'magic-online.csv',
  columns: 'Card Name,Quantity,ID #,Rarity,Set,Collector #,Premium,Sideboarded,Annotation',
  rows: (draw) =>
    rowsOf(20, (at) => {
      const isPromo = at >= 17
      const card = isPromo ? drawUnique(draw) : draw.card(isOfKnownTotal)
      const copies = 1 + draw.random(4)
      const isFoil = at >= 13 && !isPromo
      const cells = {
        'Card Name': card.printed,
        Quantity: copies,
        'ID #': 30_000 + draw.random(60_000),
        Rarity: 'Uncommon',
        Set: isPromo ? 'PRM' : (card.set.code as string),
        'Collector #': isPromo
          ? `${900 + draw.random(200)}/1158`
          : `${card.product.number}/${totals[card.set.code ?? '']}`,
        Premium: isFoil ? 'Yes' : 'No',
        Sideboarded: draw.pick(['No', 'No', 'Yes']),
        Annotation: 0,
      }
      if (isPromo) return { cells, ...asked('a set of Magic Online, and no paper printing') }
      return { cells, ...priced(magicCopy(card, copies, isFoil ? { finish: 'Foil' } : {})) }
    }),
})
