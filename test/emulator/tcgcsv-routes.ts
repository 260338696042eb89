import type { Answer, Question, WireRoute } from './routes.ts'

/** What a mirror says of a thing: the envelope of all but prices, which lack the total. */
const listed = (results: readonly unknown[]): Answer => ({
  status: 200,
  value: { totalItems: results.length, success: true, errors: [], results },
})

const stamp = '2026-11-20T20:05:33'

/** The mirror turns away clients that do not say who they are; it looks like "needs a key", but is not. */
const named =
  (answer: WireRoute['answer']): WireRoute['answer'] =>
  (question, id) =>
    /\w\/\d/.test(question.userAgent) ? answer(question, id) : { status: 401 }

const idsIn = ({ url }: Question): number[] => (url.pathname.match(/\d+/g) ?? []).map(Number)

const cardNumber = (number: string | null) =>
  number === null ? [] : [{ name: 'Number', displayName: 'Card Number', value: number }]
const rarityOf = (rarity: string | null) => (rarity === null ? [] : [{ name: 'Rarity', displayName: 'Rarity', value: rarity }])

/** The daily mirror of catalogue and prices, made of the same products. */
export const tcgcsvRoutes: readonly WireRoute[] = [
  {
    host: 'tcgcsv',
    name: 'lastUpdated',
    method: 'GET',
    path: /^\/last-updated\.txt$/,
    answer: named(() => ({ status: 200, text: `${stamp}+0000\n` })),
  },
  {
    host: 'tcgcsv',
    name: 'categories',
    method: 'GET',
    path: /^\/tcgplayer\/categories$/,
    answer: named(async ({ world }) =>
      listed(
        (await world.lines()).map(({ productLineId, productLineName, productLineUrlName }) => ({
          categoryId: productLineId,
          name: productLineName,
          modifiedOn: stamp,
          displayName: productLineName,
          seoCategoryName: productLineUrlName,
          categoryDescription: null,
          isScannable: true,
          popularity: 1,
          isDirect: true,
        })),
      ),
    ),
  },
  {
    host: 'tcgcsv',
    name: 'groups',
    method: 'GET',
    path: /^\/tcgplayer\/(\d+)\/groups$/,
    answer: named(async ({ world }, categoryId) =>
      listed(
        (await world.setNames(categoryId)).map(({ setNameId, name, abbreviation, releaseDate }) => ({
          groupId: setNameId,
          name,
          abbreviation: abbreviation ?? '',
          isSupplemental: false,
          publishedOn: releaseDate,
          modifiedOn: stamp,
          categoryId,
        })),
      ),
    ),
  },
  {
    host: 'tcgcsv',
    name: 'products',
    method: 'GET',
    path: /^\/tcgplayer\/(\d+)\/\d+\/products$/,
    answer: named(async (question) => {
      const [categoryId = 0, groupId = 0] = idsIn(question)
      const products = await question.world.productsOfSet(categoryId, groupId)
      if (products.length === 0) return { status: 404 }
      return listed(
        products.map(({ productId, productName, productUrlName, rarityName, imageCount, customAttributes }) => ({
          productId,
          name: productName,
          cleanName: productUrlName,
          imageUrl: `https://tcgplayer-cdn.tcgplayer.com/product/${productId}_200w.jpg`,
          categoryId,
          groupId,
          url: `https://www.tcgplayer.com/product/${productId}`,
          modifiedOn: stamp,
          imageCount,
          presaleInfo: { isPresale: false, releasedOn: null, note: null },
          extendedData: [...cardNumber(customAttributes.number), ...rarityOf(rarityName)],
        })),
      )
    }),
  },
  {
    host: 'tcgcsv',
    name: 'groupPrices',
    method: 'GET',
    path: /^\/tcgplayer\/(\d+)\/\d+\/prices$/,
    answer: named(async (question) => {
      const [categoryId = 0, groupId = 0] = idsIn(question)
      const products = await question.world.productsOfSet(categoryId, groupId)
      const results = products.flatMap(({ productId, skus, marketPrice, lowestPrice }) =>
        [...new Set(skus.map(({ variant }) => variant))].map((subTypeName, index) => ({
          productId,
          lowPrice: lowestPrice,
          midPrice: marketPrice,
          highPrice: 999.99,
          marketPrice: index === 0 ? marketPrice : null,
          directLowPrice: null,
          subTypeName,
        })),
      )
      return { status: 200, value: { success: true, errors: [], results } }
    }),
  },
]
