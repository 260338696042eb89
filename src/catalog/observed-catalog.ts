import Type from 'typebox'
import { CardSet, Category } from '../contract/catalog.ts'
import { answerOf, recordOf } from '../market/answer-form.ts'
import type { ObservedMethods } from '../market/observe.ts'
import type { CatalogSource } from './ports.ts'

const text = Type.Union([Type.String(), Type.Null()])
const integer = Type.Union([Type.Integer(), Type.Null()])
const printingFields = {
  productId: Type.Integer(),
  name: Type.String(),
  categoryId: integer,
  categoryName: text,
  categorySlug: text,
  setId: integer,
  setName: text,
  setSlug: text,
  setCode: text,
  number: text,
  rarity: text,
  sealed: Type.Boolean(),
  marketPriceCents: integer,
  lowestPriceCents: integer,
  listingCount: integer,
}
const product = recordOf({ ...printingFields, imageUrl: text, url: text })
const searchPage = recordOf({ total: Type.Integer(), products: Type.Array(product) })
// A source may give whole products where printings are enough.
const printing = Type.Object(printingFields)
const collectorNumber = recordOf({
  head: Type.String(),
  total: text,
  digits: Type.Integer(),
  region: text,
  card: Type.String(),
})
const mention = recordOf({
  from: Type.Integer(),
  to: Type.Integer(),
  sets: Type.Array(recordOf({ setId: Type.Integer(), ...CardSet.properties })),
  number: Type.Union([collectorNumber, Type.Null()]),
})
const printings = recordOf({
  matchedSet: Type.Union([CardSet, Type.Null()]),
  isHintExact: Type.Boolean(),
  isWithinHint: Type.Boolean(),
  mentions: Type.Array(mention),
  total: Type.Integer(),
  products: Type.Array(printing),
})

/**
 * What identifies an answer of a catalogue, how long it is good for, and its form, which the compiler holds against the
 * port.
 */
export const catalogMethods: ObservedMethods<CatalogSource> = {
  categories: { data: 'categories', key: () => '', isAnswer: answerOf(Type.Array(Category)) },
  sets: { data: 'sets', key: (slug) => slug, isAnswer: answerOf(Type.Array(CardSet)) },
  search: { data: 'search', key: (request) => JSON.stringify(request), isAnswer: answerOf(searchPage) },
  // All else that a text may mean follows from its line and the ways to part it, which differ between typed texts and
  // photos.
  printings: {
    data: 'search',
    key: ({ text, setHint, category, cap }) => JSON.stringify([text.line, text.readings, setHint, category, cap]),
    isAnswer: answerOf(printings),
  },
}
