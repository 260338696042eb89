import Type, { type Static } from 'typebox'
import {
  type Candidate,
  confidentMatch,
  type IdentifyResult,
  type ImageIdentifyResult,
  type ParsedQuery,
  type PlacedCard,
} from '../../../packages/client/src/client.ts'
import { Nullable, NullableText, Source } from '../../contract/fields.ts'
import {
  Candidate as ContractCandidate,
  ParsedQuery as ContractParsedQuery,
  PlacedCard as ContractPlacedCard,
  IdentifyResult as ContractResult,
  PriceRange,
} from '../../contract/identification.ts'
import { pick, ShortProduct, shortProduct } from './shared.ts'

/** Candidates of each card of a photo with several. */
const candidatesOfPlaced = 3

/** What was read out of a text, without what it does not say. */
export const ShortParsed = Type.Partial(ContractParsedQuery)

export const shortParsed = ({ unread, ...parsed }: ParsedQuery): Static<typeof ShortParsed> => ({
  ...Object.fromEntries(Object.entries(parsed).filter(([, value]) => value !== null)),
  ...(unread.length > 0 ? { unread: [...unread] } : {}),
})

const { matchScore, matchReasons } = ContractCandidate.properties

const ShortCandidate = Type.Object({ ...ShortProduct.properties, matchScore, matchReasons })

const shortCandidate = (one: Candidate): Static<typeof ShortCandidate> => ({
  ...shortProduct(one),
  matchScore: one.matchScore,
  matchReasons: [...one.matchReasons],
})

const AskAPerson = Type.Optional(
  Type.Literal(true, { description: 'Nothing is certain: show what there is and let the person choose.' }),
)

const { query, ambiguous, truncated } = ContractResult.properties

const identifyFields = {
  query,
  parsed: ShortParsed,
  matchedSet: NullableText('Set that the hint was resolved to.'),
  ambiguous,
  askAPerson: AskAPerson,
  truncated: Type.Optional(truncated),
  priceRange: Type.Optional(PriceRange),
  candidates: Type.Array(ShortCandidate, { description: 'Best first.' }),
}

export const IdentifyAnswer = Type.Object({ source: Source, ...identifyFields })

const FoundByPhoto = Type.Object(identifyFields)

const shortIdentification = (result: IdentifyResult): Static<typeof FoundByPhoto> => ({
  query: result.query,
  parsed: shortParsed(result.parsed),
  matchedSet: result.matchedSet?.name ?? null,
  ambiguous: result.ambiguous,
  ...(confidentMatch(result) === null ? { askAPerson: true } : {}),
  ...(result.truncated ? { truncated: true } : {}),
  ...(result.priceRange === null ? {} : { priceRange: result.priceRange }),
  candidates: result.candidates.map(shortCandidate),
})

/** Candidates, and whether a person must choose among them. */
export const identifyAnswer = (result: IdentifyResult): Static<typeof IdentifyAnswer> => ({
  source: result.source,
  ...shortIdentification(result),
})

const { box, ocr: Reading } = ContractPlacedCard.properties

const ReadingFields = Type.Object({
  advice: Reading.properties.advice,
  ...Type.Omit(Reading, ['text', 'advice']).properties,
})

const readingFields = { ...ReadingFields.properties, askAPerson: AskAPerson }

const shortReading = (reading: PlacedCard['ocr']) => ({
  ...pick(ReadingFields, { ...reading, evidence: [...reading.evidence] }),
  ...(reading.advice === 'take' ? {} : ({ askAPerson: true } as const)),
})

const PhotoCard = Type.Object({
  box,
  ...readingFields,
  ambiguous,
  candidates: Type.Array(ShortCandidate, { description: `Best first, at most ${candidatesOfPlaced}.` }),
})

/** One card of several, with the few candidates that matter. */
const photoCard = ({ box, ocr, identification }: PlacedCard): Static<typeof PhotoCard> => ({
  box,
  ...shortReading(ocr),
  ambiguous: identification?.ambiguous ?? false,
  candidates: (identification?.candidates ?? []).slice(0, candidatesOfPlaced).map(shortCandidate),
})

export const PhotoAnswer = Type.Object({
  source: Nullable(Source, 'Null when no card was looked up.'),
  card: Nullable(
    Type.Object({
      read: Type.String({ description: 'All text read, line by line.' }),
      ...readingFields,
      identification: Nullable(FoundByPhoto, 'Null when there was no text to look up.'),
    }),
    'The card of the photo; null when there are several.',
  ),
  cards: Type.Array(PhotoCard, { description: 'Every card where there are several, in reading order; else empty.' }),
  cardsOmitted: Type.Integer({ minimum: 0, description: 'Cards that were seen beyond those told.' }),
})

/** A photo: what was read and found, or where there are several cards each of them instead. */
export const photoAnswer = ({
  ocr,
  identification,
  cards,
  cardsOmitted,
}: ImageIdentifyResult): Static<typeof PhotoAnswer> => ({
  source:
    [identification, ...cards.map((placed) => placed.identification)].find((found) => found !== null)?.source ?? null,
  card:
    cards.length > 0
      ? null
      : {
          read: ocr.text,
          ...shortReading(ocr),
          identification: identification && shortIdentification(identification),
        },
  cards: cards.map(photoCard),
  cardsOmitted,
})
