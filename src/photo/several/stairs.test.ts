import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Quad } from '../image/geometry.ts'
import { toPicture } from '../image/raster.ts'
import type { PlacedBox } from '../text/read-text.ts'
import { createCardFitter } from './fit-card.ts'
import { heightOf, type PageTitle, type Placed } from './page.ts'
import { staircases } from './stairs.ts'
import { usualPlace } from './title-places.ts'

const [width, height] = [620, 900]
const [cardWidth, cardHeight, step] = [301, 420, 80]

const rectangle = (x: number, y: number, w: number, h: number): Quad => [
  [x, y],
  [x + w, y],
  [x + w, y + h],
  [x, y + h],
]

/** Light cards with dark rims on a dark table, each over the one before. */
const draw = (tops: readonly number[]) => {
  const data = new Uint8Array(width * height * 3).fill(40)
  const fill = (x: number, y: number, w: number, h: number, light: number) => {
    for (let row = y; row < y + h; row++) data.fill(light, (row * width + x) * 3, (row * width + x + w) * 3)
  }
  for (const top of tops) {
    fill(150, top, cardWidth, cardHeight, 40)
    fill(154, top + 4, cardWidth - 8, cardHeight - 8, 200)
  }
  return createCardFitter(toPicture({ data, width, height }))
}

const lineAt = (y: number, name: string | null): PageTitle => ({
  corners: rectangle(150 + 0.09 * cardWidth, y + 0.072 * cardHeight - 12, 120, 24),
  height: 24,
  name,
  place: usualPlace,
})

const tops = [40, 40 + step, 40 + 2 * step, 40 + 3 * step, 40 + 4 * step]
const names = ['Luxray', 'Shinx', 'Luxio', 'Voltorb', 'Raichu']
const titles = tops.map((y, i) => lineAt(y, names[i] ?? null))

const found = (lines: readonly PageTitle[], boxes: readonly PlacedBox[] = [], at = tops) =>
  staircases({ width, height, outlines: [], titles: lines, boxes, fitter: draw(at) }, lines, () => cardHeight)

/** Upper edge and height of what is seen of each card, within some pixels. */
const assertSeen = (places: readonly Placed[], expected: readonly (readonly [top: number, height: number])[]) => {
  const seen = places.map(({ visible }) => [visible[0][1], heightOf(visible)] as const).sort((a, b) => a[0] - b[0])
  assert.equal(seen.length, expected.length, JSON.stringify(seen))
  seen.forEach(([top, high], i) => {
    const [wantedTop = 0, wantedHeight = 0] = expected[i] ?? []
    assert.ok(Math.abs(top - wantedTop) < 12 && Math.abs(high - wantedHeight) < 24, JSON.stringify(seen))
  })
}
const steps = tops.map((top, i) => [top, i === tops.length - 1 ? cardHeight : step] as const)

describe('staircases', () => {
  test('titles at equal steps are cards of which each covers all but the head of the one before', () => {
    const places = found(titles)
    assertSeen(places, steps)
    assert.ok(places.every(({ isDoubtful }) => isDoubtful === false))
  })

  test('a card whose title was not read is found between two others', () => {
    assertSeen(found(titles.filter((_, i) => i !== 2)), steps)
  })

  test('a line as tall that is no name is the title of a card where edges show one', () => {
    const unknown = titles.map((title, i) => (i === 2 || i === 4 ? { ...title, name: null } : title))
    assertSeen(found(unknown), steps)
    assertSeen(found(unknown, [], []), [])
  })

  test('the last name is for review where the card on top has none: that may be its own rules', () => {
    const places = found(titles.map((title, i) => (i === 4 ? { ...title, name: null } : title)))
    assert.deepEqual(
      places.map(({ isDoubtful }) => isDoubtful),
      [false, false, false, true, false],
    )
  })

  test('words of the rules of the card on top are no steps', () => {
    const rules = [1, 2, 3].map((i) => lineAt((tops.at(-1) ?? 0) + i * step, null))
    assertSeen(found([...titles, ...rules]), steps)
  })

  test('names with lines of rules between them are no staircase', () => {
    const rules = tops.flatMap((y) =>
      [45, 55, 65].map((below) => ({ corners: rectangle(180, y + below, 240, 12), length: 240, breadth: 12 })),
    )
    assert.deepEqual(found(titles, rules), [])
  })

  test('a card on top that may be covered by another is for review', () => {
    const places = found(titles.slice(0, 4), [], tops)
    assert.equal(places.at(-1)?.isDoubtful, true)
  })
})
