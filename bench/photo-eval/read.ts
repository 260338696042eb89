import { readFileSync } from 'node:fs'
import type { CatalogIndex } from '../../src/catalog/index/catalog-index.ts'
import type { ImageIdentifyResult } from '../../src/contract/identification.ts'
import type { PhotoReading } from '../../src/identification/ports.ts'
import { decode } from '../../src/photo/image/decode.ts'
import type { Picture } from '../../src/photo/image/raster.ts'
import { openLexicon } from '../../src/photo/match/lexicon.ts'
import type { Models } from '../../src/photo/model/models.ts'
import { readCard } from '../../src/photo/read-card.ts'
import type { FullPhotoReading } from '../../src/photo/reading.ts'
import type { Label, PhotoSet } from '../../test/support/photos/labelled.ts'
import { createUncachedIdentification } from '../measure.ts'

/** A labelled picture, read and looked up. */
export interface Outcome {
  readonly label: Label
  readonly reading: FullPhotoReading
  readonly answer: ImageIdentifyResult
  readonly cpuSeconds: number
  readonly wallSeconds: number
}

/** What is made of a picture's bytes before it is read. */
export type Disguise = (bytes: Buffer) => Promise<Picture>

const cpu = (): number => (process.cpuUsage().user + process.cpuUsage().system) / 1e6

/** The least picture that the service takes: what is looked up is the reading, not this. */
const onePixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ' +
  'AAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** Looks a reading up as the service does. */
export const createLookup = (index: CatalogIndex) => (reading: PhotoReading) =>
  createUncachedIdentification(index, { read: async () => reading, close: async () => {} }).identifyImage(
    { imageDataUrl: onePixel },
    { signal: new AbortController().signal },
  )

/** Reads labelled pictures with the names of a catalogue. */
export const createEvalReader = (models: Models, index: CatalogIndex, names: SharedArrayBuffer) => {
  const lexicon = openLexicon(names)
  const lookUp = createLookup(index)
  return async (shared: string, set: PhotoSet, label: Label, disguise: Disguise = decode): Promise<Outcome> => {
    const bytes = readFileSync(`${shared}/${set}/${label.file}`)
    const picture = disguise === decode ? null : await disguise(bytes)
    const [cpuBefore, wallBefore] = [cpu(), performance.now()]
    const reading = await readCard({ models, lexicon }, picture ?? (await decode(bytes)))
    const [cpuSeconds, wallSeconds] = [cpu() - cpuBefore, (performance.now() - wallBefore) / 1000]
    return { label, reading, answer: await lookUp(reading), cpuSeconds, wallSeconds }
  }
}
