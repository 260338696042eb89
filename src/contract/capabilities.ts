import Type, { type Static } from 'typebox'
import { Nullable, NullableText, OneOf, Resource, Source, Timestamp } from './fields.ts'
import { maxCardsOnPicture } from './identification.ts'

/** Kinds of data that a market source may lack. */
export const marketKinds = ['details', 'prices', 'history', 'listings', 'image'] as const
export type MarketKind = (typeof marketKinds)[number]

const NullableSeconds = (description: string) => Nullable(Type.Integer({ minimum: 0 }), description)

export const DataOffer = Resource('DataOffer', 'One kind of data, as this service is set up.', {
  offered: Type.Boolean({
    description: 'False when a call for it can only fail: the source never has it, or it is turned off.',
  }),
  asOf: Nullable(
    Timestamp('Time that the data is of, as its source gives it.'),
    'Time that the data is of, as its source gives it, where all of it is of one time, such as the files of ' +
      'a day. Null where the source is asked for each thing, and while there is nothing yet.',
  ),
  ageSeconds: NullableSeconds('Whole seconds since `asOf`; null with it.'),
  cachedSeconds: NullableSeconds(
    'How long an answer is kept before the source is asked again; null where nothing is kept.',
  ),
})
export type DataOffer = Static<typeof DataOffer>

export const Attribution = Resource('Attribution', 'What the owner of the data asks for.', {
  text: Type.String({ description: 'Line to show wherever the data is shown, word for word.' }),
  termsUrl: Type.String({ description: "Address of the owner's terms." }),
})
export type Attribution = Static<typeof Attribution>

/** Holds for data of TCGplayer in any form: live, from a mirror, or as an imported catalogue. */
export const tcgplayerAttribution: Attribution = {
  text: 'This product uses TCGplayer data but is not endorsed or certified by TCGplayer.',
  termsUrl: 'https://help.tcgplayer.com/hc/en-us/articles/360061115874-TCGplayer-API-Terms-Conditions',
}

export const SyncStatus = Resource('SyncStatus', "How the daily pull of the source's files stands.", {
  build: NullableText('Build in use, as its source names it; null before the first.'),
  finishedAt: NullableText('When it was taken over, ISO 8601.'),
  refused: Nullable(
    Resource('RefusedBuild', 'A build that failed validation and was not published.', {
      build: Type.String({ description: 'The build, as its source names it.' }),
      reason: Type.String({ description: 'What was wrong with it.' }),
      at: Timestamp('When it was refused.'),
    }),
    'The newest build, when it was refused; the last good one serves on.',
  ),
  failedAt: NullableText('When the last attempt failed, ISO 8601; null after one that ended well.'),
  progress: Nullable(
    Resource('SyncProgress', 'How far a pull has come.', {
      step: Type.String({ description: 'What is being done.' }),
      done: Type.Integer({ minimum: 0, description: 'Parts done.' }),
      total: Type.Integer({ minimum: 0, description: 'Parts in all.' }),
      at: Timestamp('When this was so.'),
    }),
    'The pull under way; null when there is none.',
  ),
})
export type SyncStatus = Static<typeof SyncStatus>

export const Capabilities = Resource('Capabilities', 'What this service can answer, and under which conditions.', {
  source: Source,
  catalogSource: Type.String({
    description: 'Source of product lines, sets, search and identification.',
    examples: ['sandbox'],
  }),
  observedAt: Timestamp('When this was so.'),
  pricedBy: OneOf(['sku', 'printing'], {
    description:
      'What a price belongs to: one condition, variant and language of a product, or a whole printing, in which ' +
      '`condition` and `language` are null.',
  }),
  data: Resource('DataOffers', 'Each kind of data.', {
    ...(Object.fromEntries(marketKinds.map((kind) => [kind, DataOffer])) as Record<MarketKind, typeof DataOffer>),
    search: DataOffer,
    identify: DataOffer,
    photos: DataOffer,
    asOf: DataOffer,
  }),
  recordedSince: NullableText(
    'Day of the oldest price that this service has kept itself, YYYY-MM-DD; null when it keeps none. `asOf` ' +
      'answers from here on.',
  ),
  productLines: Nullable(
    Type.Array(Type.String()),
    'Slugs of the product lines; null while the catalogue cannot tell. GET /v1/categories has their names.',
  ),
  photoReader: Nullable(
    Resource('PhotoReaderSetting', 'How photos are read.', {
      workers: Type.Integer({ minimum: 1, description: 'Photos read side by side.' }),
      start: OneOf(['boot', 'lazy'], {
        description: 'Whether it was loaded with the service or is with the first photo.',
      }),
      maxCards: Type.Integer({ minimum: 1, description: 'Cards that are answered of one photo at most.' }),
    }),
    'Null when photo reading is turned off.',
  ),
  pictures: Resource('PictureOffer', 'Which pictures of cards the pages of this service may show.', {
    hosts: Type.Array(Type.String(), {
      description:
        'Hosts besides this one whose pictures the operator lets its pages show; browsers ask them themselves.',
    }),
    thumbnailUrl: NullableText(
      'Address of a small picture with `{productId}` in the place of the id: a path of this service, or an ' +
        'address at one of `hosts`. Null where none may be shown.',
    ),
  }),
  attribution: Nullable(Attribution, 'What the owner of the data asks for; null where no one else owns it.'),
  dataRightsNote: NullableText('What the operator of this service says about passing its data on.'),
  sync: Nullable(SyncStatus, 'Null where nothing has to be pulled.'),
})
export type Capabilities = Static<typeof Capabilities>

const fromFiles = { offered: true, asOf: '2026-11-21T20:05:33.000Z', ageSeconds: 48_267 } as const
const notOffered: DataOffer = { offered: false, asOf: null, ageSeconds: null, cachedSeconds: null }

export const exampleCapabilities: Capabilities = {
  source: 'tcgcsv',
  catalogSource: 'tcgcsv',
  observedAt: '2026-11-22T09:30:00.000Z',
  pricedBy: 'printing',
  data: {
    details: { ...fromFiles, cachedSeconds: 900 },
    prices: { ...fromFiles, cachedSeconds: 900 },
    history: { ...fromFiles, cachedSeconds: 21_600 },
    listings: notOffered,
    image: { ...fromFiles, cachedSeconds: 21_600 },
    search: { ...fromFiles, cachedSeconds: null },
    identify: { ...fromFiles, cachedSeconds: null },
    photos: { ...notOffered, offered: true },
    asOf: { ...fromFiles, cachedSeconds: null },
  },
  recordedSince: '2026-10-01',
  productLines: ['pokemon'],
  photoReader: { workers: 3, start: 'lazy', maxCards: maxCardsOnPicture },
  pictures: {
    hosts: ['tcgplayer-cdn.tcgplayer.com'],
    thumbnailUrl: 'https://tcgplayer-cdn.tcgplayer.com/product/{productId}_200w.jpg',
  },
  attribution: tcgplayerAttribution,
  dataRightsNote: 'For our own shop only.',
  sync: {
    build: '2026-11-21T20:05:33+0000',
    finishedAt: '2026-11-21T20:19:02.118Z',
    refused: null,
    failedAt: null,
    progress: null,
  },
}
