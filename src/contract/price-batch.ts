import Type, { type Static } from 'typebox'
import { CategorySlug, exampleSummary } from './catalog.ts'
import { type Endpoint, upstreamErrors } from './endpoint.ts'
import {
  Currency,
  ErrorCodeName,
  Nullable,
  NullableUpstreamStatus,
  Ok,
  OneOf,
  observation,
  ProductId,
  pastFields,
  Resource,
  SkuId,
  Source,
  Text,
  VariantResource,
} from './fields.ts'
import { Candidate, exampleIdentification, MatchScore, ParsedQuery, questionFields } from './identification.ts'
import { limits } from './limits.ts'
import { examplePrice, Price } from './prices.ts'
import { exampleObservation } from './product-details.ts'

/** Entries of one list, equal ones counted: enough for any list not cleaned up, and what a body has room for. */
const maxListLength = 1_000

/** `entriesPerRequest` cards with every field as long as it may be, all outside ASCII written as `\uXXXX`. */
const bodyLimitBytes = 384 * 1024

const lists = ['productIds', 'skuIds', 'cards']

/** At least one entry in any list. */
const oneOrMore = lists.map((list) => ({ required: [list], properties: { [list]: { minItems: 1 } } }))

const Ids = (id: typeof ProductId, description: string, examples: number[]) =>
  Type.Optional(Type.Array(id, { maxItems: maxListLength, description, examples: [examples] }))

export const CardQuery = Type.Object(
  {
    q: Text(limits.queryLength, 'Card text as for GET /v1/identify; may name the copy too, as `LP` or `foil`.', [
      'Charizard 4/102 LP',
    ]),
    set: Type.Optional(Text(limits.setLength, 'Set name or slug.', ['base-set'])),
    category: Type.Optional(CategorySlug),
    condition: Type.Optional(
      Text(limits.copyLength, 'Condition of the copy; it wins over what the text says, but for a grade.', [
        'Near Mint',
      ]),
    ),
    variant: Type.Optional(
      Text(limits.copyLength, 'Finish and edition of the copy; it wins over what the text says.', ['Holofoil']),
    ),
    language: Type.Optional(
      Text(limits.copyLength, 'Language of the copy; it wins over what the text says.', ['English']),
    ),
  },
  {
    title: 'CardQuery',
    description:
      'A card as people write it, and the copy that is meant. What is said nowhere is as usual: near mint (or ' +
      'unopened), English or the only language, and the plain finish. ' +
      'Where a source prices whole printings, that usual copy alone is priced, with `condition` and `language` ' +
      'null; any other condition, grade or language needs review.',
  },
)
export type CardQuery = Static<typeof CardQuery>

export const CardIdentification = Resource('CardIdentification', 'The printing that was found for a card of a batch.', {
  productId: Nullable(ProductId, 'Product of the best candidate, certain or not; null when nothing fits.'),
  matchScore: Nullable(MatchScore, 'Score of the best candidate; null when nothing fits.'),
  ambiguous: Type.Boolean({ description: 'True when the leading candidates cannot be told apart by what was given.' }),
  parsed: ParsedQuery,
  ...questionFields,
  candidates: Type.Array(Candidate, {
    maxItems: limits.candidatesPerCard,
    description: 'Best first, at most five; `inQuestion` has all that may be meant.',
  }),
})
export type CardIdentification = Static<typeof CardIdentification>

const unpriced = { unclear: Type.Null(), price: Type.Null(), prices: Type.Null() }
const ofCard = { query: Type.String(), identification: CardIdentification }

export const UnclearCopy = Resource('UnclearCopy', 'What has to be said of the copy of a card.', {
  field: OneOf(['condition', 'variant', 'language'], {
    description: 'Field of the card that was not said, or says what no copy has.',
  }),
  values: Type.Array(Type.String(), {
    description: 'What the product has of it; empty where the source prices the usual copy alone.',
  }),
})

export type UnclearCopy = Static<typeof UnclearCopy>

export const PriceLookup = VariantResource(
  'PriceLookup',
  'What was found for one entry of a batch.',
  {
    query: Nullable(Type.String(), 'Text of the card, trimmed; null in the row of an id.'),
    identification: Nullable(
      CardIdentification,
      'What the text means; null in the row of an id, and when it could not be looked up.',
    ),
    productId: Nullable(
      ProductId,
      'Product of the row; null for a SKU or card whose product is not known for certain.',
    ),
    skuId: Nullable(
      SkuId,
      'SKU of the row; null in the row of a product, and for a card whose copy is not known for certain.',
    ),
    status: OneOf(['ok', 'not_found', 'needs_review', 'unavailable'], {
      description: 'Whether prices were found; `needs_review` when a person must say which printing or copy is meant.',
    }),
    code: Type.Union([Ok, ErrorCodeName], {
      description:
        '`ok`, `product_not_found`, `sku_not_found`, `unclear_printing`, `unclear_copy`, or what failed, mostly ' +
        'an upstream code.',
    }),
    unclear: Nullable(
      UnclearCopy,
      'What to ask a person where `code` is `unclear_copy`; null there when words of the text were not ' +
        'understood, which `parsed.unread` tells, and in every other row.',
    ),
    upstreamStatus: NullableUpstreamStatus,
    ...observation,
    price: Nullable(
      Price,
      'The copy of the card that was asked for; null in the row of an id, and unless `status` is `ok`.',
    ),
    prices: Nullable(
      Type.Array(Price),
      'Every SKU of a product, or the one of a SKU or card. Null unless `status` is `ok`.',
    ),
  },
  [
    {
      status: Ok,
      code: Ok,
      prices: Type.Array(Price),
      query: Type.Null(),
      identification: Type.Null(),
      unclear: Type.Null(),
      price: Type.Null(),
    },
    {
      status: Ok,
      code: Ok,
      prices: Type.Array(Price),
      ...ofCard,
      productId: ProductId,
      skuId: SkuId,
      unclear: Type.Null(),
      price: Price,
    },
    { status: Type.Literal('not_found'), code: OneOf(['product_not_found', 'sku_not_found']), ...unpriced },
    {
      status: Type.Literal('needs_review'),
      code: OneOf(['unclear_printing', 'unclear_copy']),
      ...ofCard,
      skuId: Type.Null(),
      price: Type.Null(),
      prices: Type.Null(),
    },
    { status: Type.Literal('unavailable'), code: ErrorCodeName, ...unpriced },
  ],
)
export type PriceLookup = Static<typeof PriceLookup>

export const PriceLookupResult = Resource('PriceLookupResult', 'Prices of many products, SKUs and cards.', {
  source: Source,
  currency: Currency,
  ...observation,
  results: Type.Array(PriceLookup, {
    description: 'In request order, products first, cards last; equal entries are answered once.',
  }),
})
export type PriceLookupResult = Static<typeof PriceLookupResult>

const noCard = { query: null, identification: null, price: null } as const
const found = { status: 'ok', code: 'ok', unclear: null, upstreamStatus: null, ...exampleObservation } as const
const failed = { unclear: null, upstreamStatus: null, ...exampleObservation, price: null, prices: null } as const

const { ambiguous, parsed, inQuestion, priceRange, candidates } = exampleIdentification
const exampleFound = {
  productId: 300004,
  matchScore: 98,
  ambiguous,
  parsed,
  inQuestion,
  priceRange,
  candidates,
}

export const batchEndpoints = {
  lookUpPrices: {
    method: 'POST',
    path: '/v1/prices',
    access: 'key',
    tag: 'Products',
    summary: 'Prices of many products, SKUs and cards',
    description:
      `A list in one call that costs one request: up to ${limits.entriesPerRequest} different ids and cards in ` +
      'all, equal ones answered and counted once. ' +
      'A card is given as people write it and priced as the copy that is meant; where the printing or the copy ' +
      'is not certain, the row is `needs_review` without a price: ask a person instead of taking the first. A ' +
      'row that failed says so by itself; the call fails only when every row did. ' +
      'A SKU that the source knows without a price is `ok` with nulls, and so is one that it cannot tell from these. ' +
      'With `asOf`, all rows are priced as of then; which card a text means is decided by the catalogue of now. ' +
      'With a slow source, the last of many products that nobody asked for lately may be `upstream_timeout` ' +
      'after 8 seconds; asked for again, they are there.',
    body: Type.Object(
      {
        productIds: Ids(ProductId, 'Products whose every SKU is wanted.', [300004]),
        skuIds: Ids(SkuId, 'Single SKUs.', [30000401, 1]),
        cards: Type.Optional(
          Type.Array(CardQuery, {
            maxItems: maxListLength,
            description:
              'Cards as people write them, each `{ q, set, category, condition, variant, language }` of which ' +
              'only `q` is needed.',
            examples: [[{ q: 'Charizard 4/102', set: 'base-set' }, { q: 'Charizard LP' }]],
          }),
        ),
        ...pastFields,
      },
      { anyOf: oneOrMore },
    ),
    bodyLimitBytes,
    response: PriceLookupResult,
    example: {
      source: 'sandbox',
      currency: 'USD',
      ...exampleObservation,
      results: [
        { ...noCard, productId: 300004, skuId: null, ...found, prices: [examplePrice] },
        { ...noCard, productId: 300004, skuId: 30000401, ...found, prices: [examplePrice] },
        { ...noCard, productId: null, skuId: 1, status: 'not_found', code: 'sku_not_found', ...failed },
        {
          query: 'Charizard 4/102',
          identification: exampleFound,
          productId: 300004,
          skuId: 30000401,
          ...found,
          price: examplePrice,
          prices: [examplePrice],
        },
        {
          query: 'Charizard LP',
          identification: {
            ...exampleFound,
            matchScore: 94,
            ambiguous: true,
            parsed: { ...parsed, cardNumber: null, setHint: null, condition: 'Lightly Played' },
            inQuestion: [300004, 300011],
            priceRange: { low: 38.5, high: 412.75 },
            candidates: [{ ...exampleSummary, matchScore: 94, matchReasons: ['name_exact'] }],
          },
          productId: null,
          skuId: null,
          status: 'needs_review',
          code: 'unclear_printing',
          ...failed,
        },
      ],
    },
    cacheControl: 'private, max-age=60',
    errors: [
      'invalid_body',
      'unknown_category',
      ...upstreamErrors,
      'not_offered_by_source',
      'service_busy',
      'service_unavailable',
    ],
  },
} as const satisfies Record<string, Endpoint>
