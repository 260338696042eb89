import { editDistance } from '../../../cards/edit-distance.ts'
import { slugOf } from '../../../cards/fold.ts'
import { type MirrorLine, readCategoryList } from '../format/read-lists.ts'
import { SyncError } from './sync-error.ts'

/** Product lines that TCGCSV's owner says to leave out. */
const skippedLines: ReadonlySet<number> = new Set([21, 69, 70])

/** Product lines of the list, without those that are to be left out. */
export const readMirrorLines = (rows: readonly unknown[]): readonly MirrorLine[] =>
  readCategoryList(rows).filter(({ categoryId }) => !skippedLines.has(categoryId))

const maxNear = 4

/** Slugs that somebody may have meant. */
const nearSlugs = (word: string, lines: readonly MirrorLine[]): string[] =>
  lines
    .flatMap(({ slug, displayName }) => {
      const names = [slug, slugOf(displayName ?? '')]
      const distance = Math.min(
        ...names.map((name) => (name.includes(word) || word.includes(slug) ? 1 : editDistance(word, name, 3))),
      )
      return distance <= 3 ? [{ slug, distance }] : []
    })
    .sort((a, b) => a.distance - b.distance || (a.slug < b.slug ? -1 : 1))
    .slice(0, maxNear)
    .map(({ slug }) => slug)

/** Product lines by slug or id; `null` asks for all. @throws SyncError naming what is unknown and what is near it */
export const chooseLines = (lines: readonly MirrorLine[], words: readonly string[] | null): readonly MirrorLine[] => {
  if (lines.length === 0) throw new SyncError('TCGCSV lists no product line.')
  if (words === null) return lines
  const chosen = new Set<MirrorLine>()
  for (const word of words) {
    const wanted = word.trim().toLowerCase()
    const line = lines.find(({ categoryId, slug }) => slug === wanted || String(categoryId) === wanted)
    if (line === undefined) {
      const near = nearSlugs(slugOf(wanted), lines)
      const hint = near.length === 0 ? '' : ` Near it: ${near.join(', ')}.`
      throw new SyncError(`TCGCSV has no product line with the slug or id ${JSON.stringify(word.slice(0, 60))}.${hint}`)
    }
    chosen.add(line)
  }
  return [...chosen]
}
