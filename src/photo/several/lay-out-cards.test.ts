import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Area, layOutCards, type PageContent } from './lay-out-cards.ts'

const [cardWidth, cardHeight, across, down] = [300, 420, 320, 440]
const cell = (column: number, row: number): Area => ({
  x: 20 + column * across,
  y: 20 + row * down,
  width: cardWidth,
  height: cardHeight,
})
const titleOf = ({ x, y, height }: Area) => ({ left: x + 20, middle: y + 27, height: 0.056 * height })
const textOf = ({ x, y }: Area) => [0.1, 0.6, 0.7, 0.9].map((v) => [x + 150, y + v * cardHeight] as const)
const cells = [0, 1, 2].flatMap((row) => [0, 1, 2].map((column) => cell(column, row)))
const page = (given: Partial<PageContent>): PageContent => ({
  width: 1000,
  height: 1340,
  outlines: [],
  titles: cells.map(titleOf),
  text: cells.flatMap(textOf),
  ...given,
})
const round = ({ x, y }: Area): string => `${Math.round((x - 20) / across)},${Math.round((y - 20) / down)}`
const places = (content: PageContent, limit = 12): string[] =>
  layOutCards(content, limit)
    .map(({ area }) => round(area))
    .sort()
const all = cells.map(round).sort()

describe('layOutCards', () => {
  test('nine titles in rows are nine cards', () => {
    assert.deepEqual(places(page({})), all)
  })
  test('a gap in the rows is a card where there is text, and an empty pocket where there is none', () => {
    const titles = cells.filter((_, at) => at !== 4 && at !== 8).map(titleOf)
    const text = cells.filter((_, at) => at !== 8).flatMap(textOf)
    assert.deepEqual(
      places(page({ titles, text })),
      all.filter((at) => at !== '2,2'),
    )
  })
  test('an outline is taken before the titles within it, and gives the others their size', () => {
    const outline = { ...cell(0, 0), x: 24, y: 18 }
    const found = layOutCards(page({ outlines: [outline] }), 12)
    assert.equal(found.length, 9)
    assert.deepEqual([found[0]?.area, found[0]?.shownBy], [outline, 'outline'])
  })
  test('the outline of a whole page or of a picture on a card is none of a card', () => {
    const outlines = [
      { x: 10, y: 10, width: 960, height: 1310 },
      { x: 40, y: 60, width: 260, height: 190 },
    ]
    assert.ok(layOutCards(page({ outlines }), 12).every(({ shownBy }) => shownBy !== 'outline'))
  })
  test('titles may stand at the lower end of their cards', () => {
    const titles = cells.map(({ x, y }) => ({ left: x + 0.38 * cardWidth, middle: y + 0.88 * cardHeight, height: 24 }))
    assert.deepEqual(places(page({ titles })), all)
  })
  test('names in small print are no titles', () => {
    const attacks = cells.map(({ x, y }) => ({ left: x + 60, middle: y + 260, height: 0.03 * cardHeight }))
    assert.deepEqual(places(page({ titles: [...cells.map(titleOf), ...attacks] })), all)
  })
  test('a name far taller than the titles of the cards is none of them', () => {
    const banner = { left: 300, middle: 20, height: 0.14 * cardHeight }
    assert.deepEqual(places(page({ titles: [banner, ...cells.map(titleOf)] })), all)
  })
  test('a page without titles has no cards that could be told, and no more than asked for are given', () => {
    assert.deepEqual(places(page({ titles: [], outlines: cells })), [])
    assert.equal(places(page({}), 4).length, 4)
  })
})
