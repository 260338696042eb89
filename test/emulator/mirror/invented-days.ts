import { dayMs } from '../../../src/time/units.ts'
import type { World } from '../world.ts'
import type { MirrorCategory, MirrorDay, MirrorGroup, MirrorPrice, MirrorProduct } from './mirror-day.ts'
import { firstRow, walkOn } from './price-walk.ts'

/** The build of a day is there at about 20:05 UTC. */
const buildMs = ((20 * 60 + 5) * 60 + 33) * 1000

/** The newest build that is there at an instant. */
export const newestBuildMs = (nowMs: number): number => {
  const today = Math.floor(nowMs / dayMs) * dayMs + buildMs
  return today <= nowMs ? today : today - dayMs
}

const noPresale = { isPresale: false, releasedOn: null, note: null }

const cardNumber = (number: string | null) =>
  number === null ? [] : [{ name: 'Number', displayName: 'Card Number', value: number }]
const rarityOf = (rarity: string | null) =>
  rarity === null ? [] : [{ name: 'Rarity', displayName: 'Rarity', value: rarity }]

type Details = Awaited<ReturnType<World['productsOfSet']>>[number]

const productOf = (details: Details, categoryId: number, groupId: number): MirrorProduct => ({
  productId: details.productId,
  groupId,
  categoryId,
  name: details.productName,
  cleanName: details.productUrlName ?? '',
  imageCount: details.imageCount,
  presaleInfo: noPresale,
  extendedData: [...cardNumber(details.customAttributes.number), ...rarityOf(details.rarityName)],
})

/** A row for each printing; a product without any observation has none. */
const pricesOf = ({ productId, skus, marketPrice, medianPrice }: Details): MirrorPrice[] => {
  const dollars = marketPrice ?? medianPrice
  return dollars === null
    ? []
    : [...new Set(skus.map(({ variant }) => variant ?? 'Normal'))].map((word) => firstRow(productId, word, dollars))
}

const setsOf = async (world: World, categoryId: number): Promise<MirrorGroup[]> =>
  (await world.setNames(categoryId)).flatMap(({ setNameId, name, abbreviation, releaseDate }) =>
    setNameId === null || name === null
      ? []
      : [{ groupId: setNameId, categoryId, name, abbreviation: abbreviation ?? '', publishedOn: releaseDate }],
  )

const firstDay = async (world: World, builtAtMs: number): Promise<MirrorDay> => {
  const categories = (await world.lines()).map(({ productLineId, productLineName }) => ({
    categoryId: productLineId,
    name: productLineName,
    displayName: productLineName,
  }))
  const groups = new Map<number, MirrorGroup[]>()
  const products = new Map<number, MirrorProduct[]>()
  const prices = new Map<number, MirrorPrice[]>()
  for (const { categoryId } of categories) {
    const sets = await setsOf(world, categoryId)
    groups.set(categoryId, sets)
    for (const { groupId } of sets) {
      const details = await world.productsOfSet(categoryId, groupId)
      products.set(
        groupId,
        details.map((one) => productOf(one, categoryId, groupId)),
      )
      prices.set(groupId, details.flatMap(pricesOf))
    }
  }
  return { builtAtMs, categories, groups, products, prices }
}

/** The next build, 24 hours later: the same products, their prices a day on. */
const dayAfter = (day: MirrorDay): MirrorDay => {
  const builtAtMs = day.builtAtMs + dayMs
  const prices = [...day.prices].map(([groupId, rows]) => {
    if (typeof rows === 'string') throw new Error('Recorded prices do not walk on.')
    return [groupId, rows.map((row) => walkOn(row, Math.floor(builtAtMs / dayMs)))] as const
  })
  return { ...day, builtAtMs, prices: new Map(prices) }
}

const firstDays = new WeakMap<World, Promise<MirrorDay>>()

/** The invented world as the mirror shows it: the newest build of an instant first, then one a day for ever. */
export const inventedDays = async function* (world: World, nowMs: number): AsyncGenerator<MirrorDay> {
  // It takes a moment to make, and is the same for every emulator of a process.
  const first = firstDays.get(world) ?? firstDay(world, 0)
  firstDays.set(world, first)
  for (let day = { ...(await first), builtAtMs: newestBuildMs(nowMs) }; ; day = dayAfter(day)) yield day
}

/** As long as the texts of real cards, with what is found in them. */
const cardText = {
  name: 'CardText',
  displayName: 'Card Text',
  value: `<em>When this card enters play,</em> "draw a card", then discard one.\r\n<br>\
${'A card says what it does, and more. '.repeat(8)}`,
}

const largeLine = { categoryId: 3, name: 'Pokemon', displayName: 'Pokemon' }
/** So that there is another. */
const smallLine = { categoryId: 1, name: 'Magic', displayName: 'Magic: The Gathering' }

/** A set of invented cards; each other one has two printings. */
const inventedSet = (categoryId: number, groupId: number, firstId: number, count: number) => {
  const products = Array.from({ length: count }, (_, at): MirrorProduct => {
    const productId = firstId + at
    const name = `Invented Card ${productId}`
    const extendedData = [...cardNumber(`${at + 1}/${count}`), ...rarityOf('Common'), cardText]
    return {
      productId,
      groupId,
      categoryId,
      name,
      cleanName: name,
      imageCount: 1,
      presaleInfo: noPresale,
      extendedData,
    }
  })
  const prices = products.flatMap(({ productId }) =>
    (productId % 2 === 0 ? ['Normal', 'Reverse Holofoil'] : ['Holofoil']).map((word) =>
      firstRow(productId, word, 1 + (productId % 97)),
    ),
  )
  return { products, prices }
}

/** An invented product line of any size beside a small one, for what depends on the number of products. */
const largeDay = (productCount: number, groupCount: number, nowMs: number): MirrorDay => {
  const perGroup = Math.ceil(productCount / groupCount)
  const groupOf = ({ categoryId }: MirrorCategory, groupId: number): MirrorGroup => ({
    groupId,
    categoryId,
    name: `Invented Set ${groupId}`,
    abbreviation: `IS${groupId}`,
    publishedOn: new Date(Date.UTC(2000, groupId % 300, 1)).toISOString().slice(0, 19),
  })
  const large = Array.from({ length: groupCount }, (_, index) => groupOf(largeLine, 50_001 + index))
  const small = [groupOf(smallLine, 40_001)]
  const sets = [...large, ...small].map(({ categoryId, groupId }, index) => {
    const count =
      categoryId === smallLine.categoryId ? 20 : Math.max(0, Math.min(perGroup, productCount - index * perGroup))
    return { groupId, ...inventedSet(categoryId, groupId, 8_000_001 + index * perGroup, count) }
  })
  return {
    builtAtMs: newestBuildMs(nowMs),
    categories: [largeLine, smallLine],
    groups: new Map([
      [largeLine.categoryId, large],
      [smallLine.categoryId, small],
    ]),
    products: new Map(sets.map(({ groupId, products }) => [groupId, products])),
    prices: new Map(sets.map(({ groupId, prices }) => [groupId, prices])),
  }
}

/** A world of so many invented products in so many sets, build by build. */
export const largeDays = async function* (
  productCount: number,
  groupCount: number,
  nowMs: number,
): AsyncGenerator<MirrorDay> {
  for (let day = largeDay(productCount, groupCount, nowMs); ; day = dayAfter(day)) yield day
}
