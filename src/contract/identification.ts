import Type, { type Static } from 'typebox'
import { CategorySlug, exampleSummary, NullableSet, productSummaryFields } from './catalog.ts'
import { type Endpoint, upstreamErrors } from './endpoint.ts'
import {
  LazyString,
  Limit,
  Nullable,
  NullableText,
  OneOf,
  observation,
  ProductId,
  Resource,
  Source,
  Text,
} from './fields.ts'
import { limits } from './limits.ts'
import { exampleObservation } from './product-details.ts'

/** Why a candidate ranks where it does: about the number, the name, the set and the rest in turn. */
export const matchReasons = [
  'number_exact',
  'number_normalized',
  'number_other_language',
  'number_conflict',
  'number_missing',
  'name_exact',
  'name_prefix',
  'name_partial',
  'name_fuzzy',
  'name_conflict',
  'name_other_language',
  'passcode_match',
  'set_exact',
  'set_inferred',
  'set_conflict',
  'qualifier_exact',
  'qualifier_extra',
  'artwork_match',
  'twin',
] as const

export const MatchReason = OneOf(matchReasons, {
  description:
    'A reason of the rank; `twin` of a printing that costs the same, within ten per cent, as all others in question.',
})
export type MatchReason = Static<typeof MatchReason>

export const MatchScore = Type.Integer({
  minimum: 0,
  maximum: 100,
  description: `How well the printing fits what was given; ${limits.confidentScore} and more is a confident match.`,
})

export const Candidate = Resource('Candidate', 'A printing that may be the card.', {
  ...productSummaryFields,
  matchScore: MatchScore,
  matchReasons: Type.Array(MatchReason, { description: 'Why it ranks here.' }),
})
export type Candidate = Static<typeof Candidate>

const money = Type.Number({ minimum: 0, description: 'US dollars.' })

export const PriceRange = Resource('PriceRange', 'Lowest and highest market price of some printings.', {
  low: money,
  high: money,
})
export type PriceRange = Static<typeof PriceRange>

/** What is at stake where a person has to choose. */
export const questionFields = {
  inQuestion: Type.Array(ProductId, {
    maxItems: limits.printingsInQuestion,
    description: 'Products of all printings that may be meant, best first; empty where the first is certain.',
  }),
  priceRange: Nullable(
    PriceRange,
    'Market prices of the printings in question, as far as the catalogue has them at hand: whether the question ' +
      'matters. Null where it has none, and where nothing is in question.',
  ),
}

export const ParsedQuery = Resource('ParsedQuery', 'What was read out of the query.', {
  name: NullableText('Card name.'),
  cardNumber: NullableText('Collector number.'),
  setHint: NullableText('Set hint, given or found in the query.'),
  quantity: Nullable(Type.Integer({ minimum: 1 }), 'Copies, where the text counts them.'),
  condition: NullableText(
    'Condition of the copy in the words of the market, as `Lightly Played` for `LP`; a grade as it is written, ' +
      'as `PSA 9`. Null where the text names none.',
  ),
  variant: NullableText(
    'Finish and edition of the copy, as `Foil` or `1st Edition Holofoil`. Null where the text names none.',
  ),
  language: NullableText('Language of the copy, as `German`. Null where the text names none.'),
  unread: Type.Array(Type.String(), { description: 'Words of the text that were not understood.' }),
})
export type ParsedQuery = Static<typeof ParsedQuery>

export const IdentifyResult = Resource('IdentifyResult', 'Ranked printings for a card text.', {
  source: Source,
  ...observation,
  query: Type.String({ description: 'The text that was identified.' }),
  parsed: ParsedQuery,
  matchedSet: NullableSet,
  searchedCount: Type.Integer({ minimum: 0, maximum: 200, description: 'Products inspected.' }),
  totalSearchResults: Type.Integer({ minimum: 0, description: 'Catalogue hits before ranking.' }),
  truncated: Type.Boolean({ description: 'True when inspection stopped at its cap of 200.' }),
  ambiguous: Type.Boolean({
    description: 'True when the leading candidates cannot be told apart by what was given: ask, do not guess.',
  }),
  ...questionFields,
  candidates: Type.Array(Candidate, { description: 'Best first.' }),
})
export type IdentifyResult = Static<typeof IdentifyResult>

export const readingAdvices = ['take', 'show_printings', 'review', 'retry'] as const

export const ReadingAdvice = OneOf(readingAdvices, {
  description:
    'What to do with it: `take` the first candidate (`confidence` and `printingConfidence` are 80 or more); the ' +
    'card is right, so `show_printings` to choose from (60 and more); ' +
    '`review` it (`confidence` of 40 and more); ask for another photo and `retry`.',
})
export type ReadingAdvice = Static<typeof ReadingAdvice>

/** What of a card a printing rests on. */
export const readingEvidence = ['title', 'number', 'code', 'set_line', 'art', 'label'] as const

export const ReadingEvidence = OneOf(readingEvidence, {
  description:
    'What bears the first candidate out: its name on the card, the collector number, a whole code, the line of set ' +
    'and language, the picture beside those of the catalogue, the label of a graded card.',
})
export type ReadingEvidence = Static<typeof ReadingEvidence>

const percent = (description: string) => Type.Number({ minimum: 0, maximum: 100, description })

const reading = {
  ocr: Resource('CardReading', 'What was read of a card; best effort, meant to be reviewed and corrected.', {
    text: Type.String({ description: 'All text read, line by line; empty when there is none.' }),
    confidence: percent('Chance in hundredths that name and number, as far as they are suggested, are right.'),
    nameConfidence: percent('Chance in hundredths that the name is right; 0 without one.'),
    printingConfidence: percent(
      'Chance in hundredths that the first candidate is the printing; 0 without one. It is shared among ' +
        'candidates that a picture cannot tell apart: printings of a name whose number was not read, ' +
        'and the rarities and finishes of one number. Where the best is no confident match it is below 50.',
    ),
    advice: ReadingAdvice,
    evidence: Type.Array(ReadingEvidence, {
      description: 'What the first candidate rests on, so that a person knows what to check; empty without one.',
    }),
    suggested: Resource('SuggestedQuery', 'What to look up.', {
      name: NullableText('Card name; as printed where the catalogue lacks it, as on a card in another language.'),
      cardNumber: NullableText('Collector number.'),
      query: NullableText(
        'What was looked up, as a query for GET /v1/identify: beside a number without a name that the ' +
          'catalogue lacks, with the set where its abbreviation was read, and with variant and grade; `graded` ' +
          'stands for a grade that was not read. Null where there is nothing to look up.',
      ),
      language: NullableText('Language of the card, as `German`. Null where too little was read to tell.'),
      condition: NullableText(
        'Grade of a graded card, as `PSA 9`; `Graded 9` where the company is not known. Null where it was not read.',
      ),
      variant: NullableText('Edition or finish that its label or the card itself names, as `1st Edition` or `Holo`.'),
      certificate: NullableText('Number of the certificate on the label of a graded card.'),
    }),
  }),
  identification: Nullable(IdentifyResult, 'The lookup of the suggested query; null when there is no text to look up.'),
}

export const maxCardsOnPicture = 24

const pixels = (description: string) => Type.Integer({ minimum: 0, description })

export const PlacedCard = Resource('PlacedCard', 'One card of several on a picture.', {
  box: Resource(
    'PictureBox',
    'Upright rectangle around the card in pixels of the upright picture (EXIF orientation applied).',
    { x: pixels('Left edge.'), y: pixels('Upper edge.'), width: pixels('Width.'), height: pixels('Height.') },
  ),
  ...reading,
})
export type PlacedCard = Static<typeof PlacedCard>

export const ImageIdentifyResult = Resource(
  'ImageIdentifyResult',
  'What was read from a photo, and the printings found with it. Of several cards `ocr` and `identification` are ' +
    'those of the most prominent, at a confidence of at most 35.',
  {
    ...reading,
    cards: Type.Array(PlacedCard, {
      maxItems: maxCardsOnPicture,
      description:
        'Every card where there are several, in reading order; else empty. A place that was seen and not read, or ' +
        'for which there was no time, has neither name nor number and the advice `retry`.',
    }),
    cardsOmitted: Type.Integer({ minimum: 0, description: 'Cards that were seen beyond the most that are told.' }),
  },
)
export type ImageIdentifyResult = Static<typeof ImageIdentifyResult>

export const imageTypes = ['image/png', 'image/jpeg', 'image/webp'] as const

/** Largest decoded image in bytes: 6 MiB. */
export const imageLimitBytes = 6 * 1024 * 1024

/**
 * Largest request body that can hold such an image: base64 is 4/3 of the bytes, and half a MiB is for the rest of the
 * JSON and for slashes written as `\/`.
 */
export const imageBodyLimitBytes = Math.ceil(imageLimitBytes / 3) * 4 + 512 * 1024

/** The longest data URL of such an image: its base64 behind a head of any form that is read. */
const imageUrlMaxLength = Math.ceil(imageLimitBytes / 3) * 4 + 256

/** Longest time from a photo's arrival to its reading, in milliseconds. */
export const readingLimitMs = 10_000

export const exampleIdentification = {
  source: 'sandbox',
  ...exampleObservation,
  query: 'Charizard 4/102',
  parsed: {
    name: 'Charizard',
    cardNumber: '4/102',
    setHint: 'base-set',
    quantity: null,
    condition: null,
    variant: null,
    language: null,
    unread: [],
  },
  matchedSet: { name: 'Base Set', slug: 'base-set', count: 105 },
  searchedCount: 1,
  totalSearchResults: 1,
  truncated: false,
  ambiguous: false,
  inQuestion: [],
  priceRange: null,
  candidates: [{ ...exampleSummary, matchScore: 98, matchReasons: ['number_normalized', 'name_exact', 'set_exact'] }],
}

export const identificationEndpoints = {
  identify: {
    method: 'GET',
    path: '/v1/identify',
    access: 'key',
    tag: 'Identification',
    summary: 'The right printing for a card text',
    description:
      'Takes one line of card text, typed or read by OCR, and ranks the printings it may mean. A collector ' +
      'number is separated from the name and ' +
      'compared by meaning (`063` = `63`, `136/182` = `136`). When `ambiguous` is true, ask a person instead of ' +
      'taking the first.',
    query: Type.Object({
      q: Text(limits.queryLength, 'Card text, optionally ending in a collector number.', ['Charizard 4/102']),
      set: Type.Optional(Text(limits.setLength, 'Set name or slug.', ['base-set'])),
      category: Type.Optional(CategorySlug),
      limit: Limit(24, 12),
    }),
    response: IdentifyResult,
    example: exampleIdentification,
    cacheControl: 'private, max-age=60',
    errors: ['invalid_parameter', 'unknown_category', ...upstreamErrors, 'service_unavailable'],
  },
  identifyImage: {
    method: 'POST',
    path: '/v1/identify-image',
    access: 'key',
    tag: 'Identification',
    summary: 'The right printing for a photo',
    description:
      'Reads the text on a picture of a card, suggests a query for review and looks it up. The picture is ' +
      'neither kept nor logged. ' +
      'It is sent as a form (`curl -F image=@card.jpg`), as its bytes alone (`--data-binary @card.jpg -H ' +
      '"Content-Type: image/jpeg"`), or as a data URL in JSON. ' +
      'No readable text is a success with an empty text and no identification.',
    query: Type.Object({
      setHint: Type.Optional(
        Text(
          limits.setLength,
          'Set name or slug, for a picture sent as its bytes alone; a form and JSON have it as a field.',
          ['base-set'],
        ),
      ),
      category: Type.Optional(CategorySlug),
    }),
    body: Type.Object({
      imageDataUrl: LazyString({
        description: 'Complete `data:image/png|jpeg|webp;base64,…` URL of at most 6 MiB decoded.',
        examples: ['data:image/png;base64,iVBORw0KGgo='],
        pattern: '^data:image/(png|jpeg|webp)(;[^,]*)?;base64,[A-Za-z0-9+/]+={0,2}$',
        maxLength: imageUrlMaxLength,
      }),
      setHint: Type.Optional(Text(limits.setLength, 'Set name or slug.', ['base-set'])),
      category: Type.Optional(CategorySlug),
    }),
    bodyLimitBytes: imageBodyLimitBytes,
    file: {
      field: 'image',
      replaces: 'imageDataUrl',
      types: imageTypes,
      limitBytes: imageLimitBytes,
      typeError: 'unsupported_image_type',
    },
    ownWorkMs: readingLimitMs,
    response: ImageIdentifyResult,
    example: {
      ocr: {
        text: 'Charizard\n4/102',
        confidence: 91,
        nameConfidence: 97,
        printingConfidence: 91,
        advice: 'take',
        evidence: ['title', 'number'],
        suggested: {
          name: 'Charizard',
          cardNumber: '4/102',
          query: 'Charizard 4/102',
          language: 'English',
          condition: null,
          variant: null,
          certificate: null,
        },
      },
      identification: exampleIdentification,
      cards: [],
      cardsOmitted: 0,
    },
    cacheControl: 'no-store',
    errors: [
      'invalid_body',
      'invalid_parameter',
      'unknown_category',
      'unsupported_image_type',
      'image_too_large',
      'invalid_image',
      ...upstreamErrors,
      'service_busy',
      'service_unavailable',
    ],
  },
} as const satisfies Record<string, Endpoint>
