import { spellOutNicknames } from '../catalog/nicknames.ts'
import type { CatalogSource, Printings, SetMention } from '../catalog/ports.ts'
import { toProductSummary } from '../catalog/product-summary.ts'
import { unknownCategory } from '../catalog/unknown-category.ts'
import { memoizeByObject } from '../concurrency/memoize.ts'
import { createYielder, type Yielder } from '../concurrency/yield-to-event-loop.ts'
import type { CardSet } from '../contract/catalog.ts'
import type { CallContext, EndpointInput, HandledInput } from '../contract/endpoint.ts'
import { ServiceError } from '../contract/errors.ts'
import type {
  Candidate,
  IdentifyResult,
  ImageIdentifyResult,
  identificationEndpoints,
  PlacedCard,
} from '../contract/identification.ts'
import { limits } from '../contract/limits.ts'
import { usdOf } from '../market/money.ts'
import type { Observed, ObservedSource } from '../market/ports.ts'
import { type ArtworkSource, orderByArtwork } from './artwork.ts'
import { type CardLine, parseCardText, toCardLine } from './card-text.ts'
import { readImageDataUrl } from './image-data-url.ts'
import { checkImageFile } from './image-file.ts'
import { toOcr } from './ocr.ts'
import { parsedOf } from './parsed.ts'
import type { CardReader, CardReading, PhotoReading } from './ports.ts'
import { createRanking } from './ranking.ts'
import type { RankedPrinting } from './scored-printing.ts'

/** What identification is made of. */
export interface IdentificationParts {
  readonly catalog: ObservedSource<Pick<CatalogSource, 'printings'>>
  /** Name of the catalogue's source. */
  readonly sourceName: string
  readonly reader: CardReader
  /** What artwork is compared with; missing where pictures play no part. */
  readonly artwork?: ArtworkSource
}

type IdentifyInput = EndpointInput<(typeof identificationEndpoints)['identify']>['query']
type IdentifyImageInput = HandledInput<(typeof identificationEndpoints)['identifyImage']>['body']

/** The feature of identification: a photo ends in the same lookup as a text. */
export interface Identification {
  readonly identify: (input: IdentifyInput, call: CallContext) => Promise<IdentifyResult>
  readonly identifyImage: (input: IdentifyImageInput, call: CallContext) => Promise<ImageIdentifyResult>
}

/** Catalogue results inspected at most for one text. */
const inspectionCap = limits.printingsInQuestion
const defaultLimit = 12

/** Market prices that differ by no more, in percent, are one price. */
const twinPercent = 10

/** What is at stake among the printings in question, and whether it is the same price for each of them. */
const questionOf = (printings: readonly RankedPrinting[]) => {
  const cents = printings.flatMap(({ product }) => product.marketPriceCents ?? [])
  const [low, high] = [Math.min(...cents), Math.max(...cents)]
  return {
    inQuestion: printings.map(({ product }) => product.productId),
    priceRange: cents.length === 0 ? null : { low: usdOf(low), high: usdOf(high) },
    areTwins: printings.length > 1 && cents.length === printings.length && (high - low) * 100 <= low * twinPercent,
  }
}

const candidateOf = ({ product, matchScore, matchReasons }: RankedPrinting, isTwin: boolean): Candidate => ({
  ...toProductSummary(product),
  matchScore,
  matchReasons: isTwin ? [...matchReasons, 'twin'] : [...matchReasons],
})

/** The set that the text names, where the best printing is of it. */
const inferredSetOf = (best: RankedPrinting | undefined, mentions: readonly SetMention[]): CardSet | null => {
  if (best === undefined || !best.matchReasons.includes('set_inferred')) return null
  const set = mentions.flatMap(({ sets }) => sets).find(({ setId }) => setId === best.product.setId)
  return set === undefined ? null : { name: set.name, slug: set.slug, count: set.count }
}

/** A text to be looked up. */
interface TextQuery {
  readonly line: CardLine
  readonly input: IdentifyInput
  /** Fingerprint of the card's picture, `null` without one. */
  readonly artwork: Uint8Array | null
}

type IdentifyText = (query: TextQuery, call: CallContext) => Promise<IdentifyResult>

/** Creates the lookup of one text: catalogue, ranking and, where a picture was seen, its artwork. */
const createTextLookup = ({ catalog, sourceName, artwork }: IdentificationParts): IdentifyText => {
  const rank = createRanking()
  /** Results by limit and by whether the line is a guess, kept with the observation they were ranked from. */
  const resultsOf = memoizeByObject((_: Observed<Printings | null>) => new Map<string, IdentifyResult>())

  return async ({ line, input, artwork: seen }, call) => {
    const { q: query, limit } = input
    const setHint = input.set?.trim() || null
    const category = input.category?.trim() || null
    const observed = await catalog.printings({ text: line.text, setHint, category, cap: inspectionCap }, call)
    const found = observed.value
    if (found === null) throw unknownCategory(category ?? '')
    const known = resultsOf(observed)
    const key = `${limit} ${line.isGuess}`
    const before = known.get(key)
    if (seen === null && before?.query === query) return before
    const { mentions, products, matchedSet: hinted, isHintExact, isWithinHint } = found
    const ranked = rank({
      line,
      products,
      setHint,
      matchedSet: hinted?.name ?? null,
      isHintExact,
      isWithinHint,
      mentions,
    })
    const {
      printings,
      ambiguous,
      inQuestion: count,
    } = seen && artwork ? await orderByArtwork(ranked, seen, artwork) : ranked
    const { areTwins, ...question } = questionOf(printings.slice(0, count))
    const best = printings[0]
    const matchedSet = hinted ?? inferredSetOf(best, mentions)
    const result: IdentifyResult = {
      source: sourceName,
      fetchedAt: observed.fetchedAt,
      cacheHit: observed.cacheHit,
      query,
      parsed: parsedOf(line, best, setHint ?? matchedSet?.name ?? null),
      matchedSet,
      searchedCount: products.length,
      totalSearchResults: found.total,
      truncated: found.total > products.length,
      ambiguous,
      ...question,
      candidates: printings.slice(0, limit).map((one, at) => candidateOf(one, areTwins && at < count)),
    }
    if (seen === null) known.set(key, result)
    return result
  }
}

/**
 * Reads a photo, whose bytes are overwritten at the end. It yields between the steps, since each costs milliseconds
 * with a picture of 6 MiB.
 */
const readPhoto = async (
  reader: CardReader,
  yieldToEventLoop: Yielder,
  input: IdentifyImageInput,
  { signal, onStep }: CallContext,
): Promise<PhotoReading> => {
  const photo =
    'image' in input
      ? await checkImageFile(input.image, yieldToEventLoop)
      : await readImageDataUrl(input.imageDataUrl, yieldToEventLoop)
  try {
    await yieldToEventLoop()
    return await reader.read(photo, signal, () => onStep?.('reading'))
  } finally {
    photo.bytes.fill(0)
  }
}

/** Looks up every card of a picture: cards that were read alike once, the others side by side. */
const identifyCards = async (
  reading: PhotoReading,
  identifyCard: (card: CardReading) => Promise<IdentifyResult | null>,
): Promise<ImageIdentifyResult> => {
  const lookups = new Map<string, Promise<IdentifyResult | null>>()
  const answer = async (of: CardReading): Promise<Pick<PlacedCard, 'ocr' | 'identification'>> => {
    const key = JSON.stringify([of.card, [...(of.artwork ?? [])]])
    const lookup = lookups.get(key) ?? identifyCard(of)
    lookups.set(key, lookup)
    const identification = await lookup
    return { ocr: toOcr(of, identification), identification }
  }
  const cards = reading.cards.map(async ({ box, ...of }): Promise<PlacedCard> => ({ box, ...(await answer(of)) }))
  const [prominent, ...placed] = await Promise.all([answer(reading), ...cards])
  return { ...prominent, cards: placed, cardsOmitted: reading.cardsOmitted }
}

/** Whether a text written out fits better than as it was typed, or as well for another printing. */
const fitsBetter = (spelledOut: IdentifyResult, asTyped: IdentifyResult): boolean => {
  const [meant, typed] = [spelledOut.candidates[0], asTyped.candidates[0]]
  if (meant === undefined || typed === undefined) return meant !== undefined
  if (meant.matchScore !== typed.matchScore) return meant.matchScore > typed.matchScore
  return meant.productId !== typed.productId
}

/** Creates the lookup of a typed text: as it stands and with its nicknames written out, whichever fits better. */
const createTypedLookup =
  (identifyText: IdentifyText): Identification['identify'] =>
  async (input, call) => {
    const q = input.q.trim()
    if (q === '') throw new ServiceError('invalid_parameter', 'Parameter q must hold some text.')
    const lookUp = (text: string): Promise<IdentifyResult> =>
      identifyText({ line: parseCardText(text), input: { ...input, q }, artwork: null }, call)
    const meant = spellOutNicknames(q)
    if (meant === q) return lookUp(q)
    const [asTyped, spelledOut] = [await lookUp(q), await lookUp(meant)]
    return fitsBetter(spelledOut, asTyped) ? spelledOut : asTyped
  }

/** Creates the feature over a catalogue and a card reader. */
export const createIdentification = (parts: IdentificationParts): Identification => {
  const identifyText = createTextLookup(parts)
  const yieldToEventLoop = createYielder()
  return {
    identify: createTypedLookup(identifyText),
    identifyImage: async (input, call) => {
      const { setHint, category } = input
      const reading = await readPhoto(parts.reader, yieldToEventLoop, input, call)
      call.onStep?.('looking up')
      const scope = { ...(setHint !== undefined && { set: setHint }), ...(category !== undefined && { category }) }
      return identifyCards(reading, async ({ card, artwork = null }) => {
        const line = toCardLine(card)
        const { line: q } = line.text
        return q === '' ? null : identifyText({ line, input: { ...scope, q, limit: defaultLimit }, artwork }, call)
      })
    },
  }
}
