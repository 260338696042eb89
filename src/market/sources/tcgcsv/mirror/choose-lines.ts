import { editDistance } from '../../../../cards/edit-distance.ts'
import { slugOf } from '../../../../cards/fold.ts'
import { asListRow, idOf, textOf } from './bodies.ts'
import { SyncError } from './sync-error.ts'

/** A product line as the mirror lists it. */
export interface MirrorLine {
  readonly categoryId: number
  readonly name: string
  readonly displayName: string | null
  readonly slug: string
}

/** Product lines that TCGCSV's owner says to leave out. */
const skippedLines: ReadonlySet<number> = new Set([21, 69, 70])

/** Product lines of the list, without those that are to be left out. */
export const readMirrorLines = (rows: readonly unknown[]): readonly MirrorLine[] => {
  const lines = new Map<number, MirrorLine>()
  for (const row of rows) {
    const { categoryId, name, displayName } = asListRow(row) ?? {}
    const id = idOf(categoryId)
    const text = textOf(name, 200)
    if (id === null || text === null || skippedLines.has(id) || lines.has(id)) continue
    lines.set(id, { categoryId: id, name: text, displayName: textOf(displayName, 200), slug: slugOf(text) || `category-${id}` })
  }
  return [...lines.values()]
}

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

/**
 * The product lines that were asked for, by slug or id; `null` asks for all.
 * @throws SyncError naming what is unknown, and what is near it
 */
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
