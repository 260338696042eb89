import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { decode } from '../../src/photo/image/decode.ts'
import { type Raster, warp } from '../../src/photo/image/raster.ts'
import { bestLook, type ReaderParts } from '../../src/photo/look.ts'
import { readCard } from '../../src/photo/read-card.ts'
import { isUnseen, photoSets, readLabels } from '../../test/support/photos/labelled.ts'
import { nameFits, numberFits } from '../photo-set.ts'
import { type CutCard, cardSize } from './make-page.ts'

/** The card as a photo of its own. */
const asPhoto = async ({ data, width, height }: Raster) =>
  decode(
    await sharp(data, { raw: { width, height, channels: 3 } })
      .extend({ top: 40, bottom: 40, left: 40, right: 40, background: '#555' })
      .jpeg({ quality: 85 })
      .toBuffer(),
  )

/**
 * Cuts the single cards out of the labelled pictures and reads each alone; what is not read right alone is left out,
 * since a page asks for no more. The number of a card counts on a page where it was read alone. Unseen pictures are
 * left out, or are all that is taken.
 */
export const cutCards = async (parts: ReaderParts, shared: string, unseen: boolean): Promise<CutCard[]> => {
  const cut: CutCard[] = []
  for (const set of photoSets) {
    const labels = readLabels(shared, set).filter(
      (label) => isUnseen(label) === unseen && !label.nasty && !label.cards && !label.numberOnly && label.name !== null,
    )
    for (const label of labels) {
      const picture = await decode(readFileSync(`${shared}/${set}/${label.file}`))
      const look = await bestLook(parts, picture)
      if (!look?.isCard) continue
      const raster = warp(picture, look.quad, cardSize.width, cardSize.height)
      const { card } = await readCard(parts, await asPhoto(raster))
      if (!nameFits(label, card.name)) continue
      const { name, englishName, names, cardNumber, game } = label
      const numberLegible = numberFits(label, card.number?.text ?? null)
      cut.push({
        label: {
          name,
          cardNumber,
          numberLegible,
          nameLegible: true,
          ...(englishName !== undefined && { englishName }),
          ...(names !== undefined && { names }),
        },
        game,
        raster,
      })
    }
  }
  return cut
}
