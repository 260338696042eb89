import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Quad } from '../image/geometry.ts'
import { toPicture } from '../image/raster.ts'
import type { PlacedBox } from '../text/read-text.ts'
import { createCardFitter } from './fit-card.ts'
import { layOutCards } from './lay-out-cards.ts'
import type { PageTitle } from './page.ts'
import { titlePlacesOf } from './title-places.ts'

interface Cell {
  readonly x: number
  readonly y: number
}

const [cardWidth, cardHeight, across, down] = [215, 300, 235, 325]
const [width, height] = [740, 1010]
const cellAt = (column: number, row: number): Cell => ({ x: 20 + column * across, y: 20 + row * down })
const cells = [0, 1, 2].flatMap((row) => [0, 1, 2].map((column) => cellAt(column, row)))

const rectangle = (x: number, y: number, w: number, h: number): Quad => [
  [x, y],
  [x + w, y],
  [x + w, y + h],
  [x, y + h],
]

/** Light cards on a dark page; one cell may be left empty. */
const draw = (cards: readonly Cell[], light = 200) => {
  const data = new Uint8Array(width * height * 3).fill(40)
  for (const { x, y } of cards)
    for (let row = y; row < y + cardHeight; row++)
      data.fill(light, (row * width + x) * 3, (row * width + x + cardWidth) * 3)
  return toPicture({ data, width, height })
}

const onTop = titlePlacesOf('Luxray', ['071/193'])[0]
const lineAt = ({ x, y }: Cell, v: number, name: string | null, lineHeight = 17, u = 0.09): PageTitle => ({
  corners: rectangle(x + u * cardWidth, y + v * cardHeight - lineHeight / 2, 90, lineHeight),
  height: lineHeight,
  name,
  place: onTop,
})
const titleOf = (cell: Cell): PageTitle => lineAt(cell, 0.072, 'Luxray')
const boxesOf = (cell: Cell): PlacedBox[] =>
  [0.1, 0.6, 0.7, 0.9].map((v) => ({
    corners: rectangle(cell.x + 40, cell.y + v * cardHeight, 120, 12),
    length: 120,
    breadth: 12,
  }))

interface Page {
  readonly cards?: readonly Cell[]
  readonly light?: number
  readonly titles?: readonly PageTitle[]
  readonly outlines?: readonly Quad[]
  readonly text?: readonly Cell[]
}

const layOut = ({ cards = cells, light = 200, titles = cards.map(titleOf), outlines = [], text = cards }: Page) =>
  layOutCards({
    width,
    height,
    outlines,
    titles,
    boxes: text.flatMap(boxesOf),
    fitter: createCardFitter(draw(cards, light)),
  })

/** The cells that the places lie over, by column and row; what lies over none is told by its corner. */
const cellsOf = (places: ReturnType<typeof layOut>): string[] =>
  places
    .map(({ quad: [[x, y]] }) => {
      const [column, row] = [Math.round((x - 20) / across), Math.round((y - 20) / down)]
      const isOver = Math.abs(x - 20 - column * across) < 20 && Math.abs(y - 20 - row * down) < 20
      return isOver ? `${column},${row}` : `at ${Math.round(x)},${Math.round(y)}`
    })
    .sort()
const all = cells.map((_, i) => `${i % 3},${Math.floor(i / 3)}`).sort()

describe('layOutCards', () => {
  test('nine titles in the pockets of a page are nine cards, their boxes at the edges of the cards', () => {
    const places = layOut({})
    assert.deepEqual(cellsOf(places), all)
    assert.ok(places.every(({ sides, isInRow }) => sides > 0.9 && isInRow))
  })

  test('a card whose title was not read is found in the gap of its row, and an empty pocket is none', () => {
    const cards = cells.filter((_, i) => i !== 8)
    assert.deepEqual(
      cellsOf(layOut({ cards, titles: cards.filter((_, i) => i !== 4).map(titleOf) })),
      all.filter((cell) => cell !== '2,2'),
    )
  })

  test('a name in the rules of a card is no card of its own, however tall it is printed', () => {
    const rules = [0.62, 0.75].map((v) => lineAt(cells[4] as Cell, v, 'Vigilance'))
    assert.deepEqual(cellsOf(layOut({ titles: [...cells.map(titleOf), ...rules] })), all)
  })

  test('a name amid the picture of a card, as of one that covers it, puts that card alone up for review', () => {
    const places = layOut({ titles: [...cells.map(titleOf), lineAt(cells[4] as Cell, 0.35, 'Noctowl')] })
    assert.deepEqual(cellsOf(places.filter(({ isDoubtful }) => isDoubtful)), ['1,1'])
    assert.deepEqual(cellsOf(places), all)
  })

  test('of a page without any edge the titles tell the rows, from the top of each card', () => {
    const places = layOut({ light: 40 })
    assert.deepEqual(cellsOf(places), all)
    assert.ok(places.every(({ sides, isInRow }) => sides === 0 && isInRow))
  })

  test('outlines of a card with tall lines that are no names are cards, one of another size is none', () => {
    const titles = cells.map((cell) => lineAt(cell, 0.072, null))
    const outlines = cells.map(({ x, y }) => rectangle(x, y, cardWidth, cardHeight))
    const page = rectangle(5, 5, 725, 995)
    assert.deepEqual(cellsOf(layOut({ titles, outlines: [page, ...outlines] })), all)
  })

  test('a page without a line that may be a title has no cards that could be told', () => {
    assert.deepEqual(layOut({ titles: [] }), [])
  })
})

describe('titlePlacesOf', () => {
  test('tells by the form of a name’s numbers where its game prints titles', () => {
    const downOf = (name: string, number: string) => titlePlacesOf(name, [number])[0].down[1]
    assert.ok(downOf('Luxray', '071/193') < 0.1 && downOf('Dark Magician', 'LOB-EN005') < 0.1)
    assert.ok(downOf('Trafalgar Law', 'OP05-069') > 0.8)
    assert.ok(downOf('Mickey Mouse - Brave Little Prince', '12/204') > 0.5)
    assert.ok(titlePlacesOf('Dark Magician', ['LOB-EN005'])[0].shape < onTop.shape)
  })
})
