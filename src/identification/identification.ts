import { foldText } from '../cards/fold.ts'
import { readProductName } from '../cards/product-name.ts'
import type { CardText, CatalogSource, Printings, TextReading } from '../catalog/ports.ts'
import { toProductSummary } from '../catalog/product-summary.ts'
import { unknownCategory } from '../catalog/unknown-category.ts'
import { memoizeByObject } from '../concurrency/memoize.ts'
import { createYielder } from '../concurrency/yield-to-event-loop.ts'
import type { CardSet } from '../contract/catalog.ts'
import type { CallContext, EndpointInput } from '../contract/endpoint.ts'
import { ServiceError } from '../contract/errors.ts'
import type { LazyString } from '../contract/fields.ts'
import type { Candidate, IdentifyResult, ImageIdentifyResult, identificationEndpoints } from '../contract/identification.ts'
import type { Observed, ObservedSource } from '../market/ports.ts'
import { parseCardText, toCardText } from './card-text.ts'
import { readImageDataUrl } from './image-data-url.ts'
import type { CardReader, CardReading } from './ports.ts'
import { createRanking, type RankedPrinting } from './ranking.ts'

/** What identification is made of. */
export interface IdentificationParts {
  readonly catalog: ObservedSource<Pick<CatalogSource, 'printings'>>
  /** Name of the catalogue's source. */
  readonly sourceName: string
  readonly reader: CardReader
}

type IdentifyInput = EndpointInput<(typeof identificationEndpoints)['identify']>['query']
type IdentifyImageInput = EndpointInput<(typeof identificationEndpoints)['identifyImage']>['body']

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

/** Reasons that speak of a number in the text which the printing does not bear. */
const openNumberReasons: ReadonlySet<string> = new Set(['number_conflict', 'number_missing'])

/** The reading that the best printing bears out: by its number, and among those by its name; else the likeliest. A number that no printing bears was still read. */
const readingOf = ({ readings }: CardText, best: RankedPrinting | undefined): TextReading | undefined => {
  if (best === undefined) return readings[0]
  if (best.matchReasons.some((reason) => openNumberReasons.has(reason)))
    return readings.find(({ cardNumber }) => cardNumber !== null) ?? readings[0]
  const numbered = readings.filter(({ cardNumber }) => cardNumber === (best.number?.text ?? null))
  if (best.isNameless) return { name: null, cardNumber: best.number?.text ?? readings[0]?.cardNumber ?? null }
  const { base } = readProductName(best.product.name)
  return numbered.find(({ name }) => name !== null && foldText(name) === base) ?? numbered[0] ?? readings[0]
}

/** Creates the feature over a catalogue and a card reader. */
export const createIdentification = ({ catalog, sourceName, reader }: IdentificationParts): Identification => {
  const rank = createRanking()
  const yieldToEventLoop = createYielder()
  /** Results by limit, kept with the observation they were ranked from. */
  const resultsOf = memoizeByObject((_: Observed<Printings | null>) => new Map<number, IdentifyResult>())

  const identifyText = async (
    text: CardText,
    { q: query, set, category, limit }: IdentifyInput,
    call: CallContext,
  ): Promise<IdentifyResult> => {
    const setHint = set?.trim() || null
    const line = category?.trim() || null
    const observed = await catalog.printings({ text, setHint, category: line, cap: inspectionCap }, call)
    if (observed.value === null) throw unknownCategory(line ?? '')
    const known = resultsOf(observed)
    const before = known.get(limit)
    if (before?.query === query) return before
    const found = observed.value
    const { printings, ambiguous } = rank({ text, products: found.products, setHint, matchedSet: found.matchedSet?.name ?? null })
    const best = printings[0]
    const inferred = best?.matchReasons.includes('set_inferred') === true
    const reading = readingOf(text, best)
    const result: IdentifyResult = {
      source: sourceName,
      fetchedAt: observed.fetchedAt,
      cacheHit: observed.cacheHit,
      query,
      parsed: {
        name: reading?.name ?? null,
        cardNumber: reading?.cardNumber ?? null,
        setHint: setHint ?? (inferred ? (found.matchedSet as CardSet).name : null),
        quantity: null,
        condition: null,
        variant: null,
        language: null,
        unread: [],
      },
      matchedSet: setHint !== null || inferred ? found.matchedSet : null,
      searchedCount: found.products.length,
      totalSearchResults: found.total,
      truncated: found.total > found.products.length,
      ambiguous,
      candidates: printings.slice(0, limit).map(candidateOf),
    }
    known.set(limit, result)
    return result
  }

  const identify = async (input: IdentifyInput, call: CallContext): Promise<IdentifyResult> => {
    const q = input.q.trim()
    if (q === '') throw new ServiceError('invalid_parameter', 'Parameter q must hold some text.')
    return identifyText(parseCardText(q), { ...input, q }, call)
  }

  /** Yields between the steps, since each costs milliseconds with a picture of 6 MiB; its bytes are overwritten at the end. */
  const readPhoto = async (imageDataUrl: LazyString, { signal }: CallContext): Promise<CardReading> => {
    const photo = await readImageDataUrl(imageDataUrl, yieldToEventLoop)
    try {
      await yieldToEventLoop()
      return await reader.read(photo, signal)
    } finally {
      photo.bytes.fill(0)
    }
  }

  const identifyImage = async (
    { imageDataUrl, setHint, category }: IdentifyImageInput,
    call: CallContext,
  ): Promise<ImageIdentifyResult> => {
    const reading = await readPhoto(imageDataUrl, call)
    const { name, number } = reading.card
    const text = toCardText(reading.card)
    const query = text.line === '' ? null : text.line
    const scope = { ...(setHint !== undefined && { set: setHint }), ...(category !== undefined && { category }) }
    return {
      ocr: {
        text: reading.text,
        confidence: reading.confidence,
        suggested: { name, cardNumber: number?.text ?? null, query },
      },
      identification: query === null ? null : await identifyText(text, { ...scope, q: query, limit: defaultLimit }, call),
    }
  }

  return { identify, identifyImage }
}
