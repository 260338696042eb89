import type { CatalogSource, Printings, SetMention } from '../catalog/ports.ts'
import { toProductSummary } from '../catalog/product-summary.ts'
import { unknownCategory } from '../catalog/unknown-category.ts'
import { memoizeByObject } from '../concurrency/memoize.ts'
import { createYielder } from '../concurrency/yield-to-event-loop.ts'
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
import type { Observed, ObservedSource } from '../market/ports.ts'
import { type ArtworkSource, orderByArtwork } from './artwork.ts'
import { type CardLine, parseCardText, toCardLine } from './card-text.ts'
import { readImageDataUrl } from './image-data-url.ts'
import { checkImageFile } from './image-file.ts'
import { toOcr } from './ocr.ts'
import { parsedOf } from './parsed.ts'
import type { CardReader, CardReading, PhotoReading } from './ports.ts'
import { createRanking, type RankedPrinting } from './ranking.ts'

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
const inspectionCap = 200
const defaultLimit = 12

const candidateOf = ({ product, matchScore, matchReasons }: RankedPrinting): Candidate => ({
  ...toProductSummary(product),
  matchScore,
  matchReasons: [...matchReasons],
})

/** The set that the text names, where the best printing is of it. */
const inferredSetOf = (best: RankedPrinting | undefined, mentions: readonly SetMention[]): CardSet | null => {
  if (best === undefined || !best.matchReasons.includes('set_inferred')) return null
  const set = mentions.flatMap(({ sets }) => sets).find(({ setId }) => setId === best.product.setId)
  return set === undefined ? null : { name: set.name, slug: set.slug, count: set.count }
}

/** Creates the feature over a catalogue and a card reader. */
export const createIdentification = ({ catalog, sourceName, reader, artwork }: IdentificationParts): Identification => {
  const rank = createRanking()
  const yieldToEventLoop = createYielder()
  /** Results by limit and by whether the line is a guess, kept with the observation they were ranked from. */
  const resultsOf = memoizeByObject((_: Observed<Printings | null>) => new Map<string, IdentifyResult>())

  const identifyText = async (
    line: CardLine,
    { q: query, set, category, limit }: IdentifyInput,
    call: CallContext,
    seen: Uint8Array | null = null,
  ): Promise<IdentifyResult> => {
    const setHint = set?.trim() || null
    const productLine = category?.trim() || null
    const observed = await catalog.printings({ text: line.text, setHint, category: productLine, cap: inspectionCap }, call)
    if (observed.value === null) throw unknownCategory(productLine ?? '')
    const known = resultsOf(observed)
    const key = `${limit} ${line.isGuess}`
    const before = known.get(key)
    if (seen === null && before?.query === query) return before
    const found = observed.value
    const { mentions, products } = found
    const hinted = found.matchedSet
    const ranked = rank({ line, products, setHint, matchedSet: hinted?.name ?? null, isHintExact: found.isHintExact, mentions })
    const { printings, ambiguous } = seen && artwork ? await orderByArtwork(ranked, seen, artwork) : ranked
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
      candidates: printings.slice(0, limit).map(candidateOf),
    }
    if (seen === null) known.set(key, result)
    return result
  }

  const identify = async (input: IdentifyInput, call: CallContext): Promise<IdentifyResult> => {
    const q = input.q.trim()
    if (q === '') throw new ServiceError('invalid_parameter', 'Parameter q must hold some text.')
    return identifyText(parseCardText(q), { ...input, q }, call)
  }

  /** Yields between the steps, since each costs milliseconds with a picture of 6 MiB; its bytes are overwritten at the end. */
  const readPhoto = async (input: IdentifyImageInput, { signal, onStep }: CallContext): Promise<PhotoReading> => {
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

  const identifyImage = async (input: IdentifyImageInput, call: CallContext): Promise<ImageIdentifyResult> => {
    const { setHint, category } = input
    const reading = await readPhoto(input, call)
    call.onStep?.('looking up')
    const scope = { ...(setHint !== undefined && { set: setHint }), ...(category !== undefined && { category }) }
    const identifyCard = async ({ card, artwork: seen }: CardReading): Promise<IdentifyResult | null> => {
      const line = toCardLine(card)
      const { line: q } = line.text
      return q === '' ? null : identifyText(line, { ...scope, q, limit: defaultLimit }, call, seen)
    }
    const lookups = new Map<string, Promise<IdentifyResult | null>>()
    // Cards that were read alike are looked up once; the others side by side, as far as the source takes them.
    const answer = async (of: CardReading): Promise<Pick<PlacedCard, 'ocr' | 'identification'>> => {
      const key = JSON.stringify([of.card, [...(of.artwork ?? [])]])
      const lookup = lookups.get(key) ?? identifyCard(of)
      lookups.set(key, lookup)
      const identification = await lookup
      return { ocr: toOcr(of, identification), identification }
    }
    const cards = reading.cards.map(async ({ box, ...of }): Promise<PlacedCard> => ({ box, ...(await answer(of)) }))
    const [prominent, ...placed] = await Promise.all([answer(reading), ...cards])
    return { ...prominent, cards: placed }
  }

  return { identify, identifyImage }
}
