import { rm } from 'node:fs/promises'
import { withFileLock } from '../files/file-lock.ts'
import { openBuildJournal } from './build-journal.ts'
import { FingerprintFileError, openFingerprintFile, writeFingerprintFile } from './fingerprint-file.ts'
import { type PictureAnswer, type PictureClient, PictureHostError } from './picture-client.ts'
import type { WantedPicture } from './wanted-pictures.ts'

export interface BuildOptions {
  readonly file: string
  readonly wanted: readonly WantedPicture[]
  readonly client: Pick<PictureClient, 'get' | 'requests'>
  /** Reduces a picture to its fingerprint. @throws when it is none */
  readonly toFingerprint: (picture: Extract<PictureAnswer, { kind: 'picture' }>) => Promise<Uint8Array>
  readonly onProgress: (done: number, total: number) => void
}

/** How a build ended. */
export interface PictureBuildReport {
  readonly file: string
  readonly sizeBytes: number
  /** Pictures that the catalogue names and a name is shared by. */
  readonly wanted: number
  /** Fingerprints in the file. */
  readonly fingerprints: number
  /** How many of them this build made; the others were there. */
  readonly made: number
  /** Pictures that the host does not have. */
  readonly absent: number
  /** Pictures that could not be fetched or read; the next build tries them again. */
  readonly failed: {
    readonly total: number
    readonly first: readonly { readonly productId: number; readonly reason: string }[]
  }
  readonly requests: number
}

/**
 * Answers of a kind in a row at which the host is left alone: a picture or two may be missing, not so many neighbors.
 */
const maxInARow = { forbidden: 10, failed: 10 } as const
const failuresKept = 10

/** Fingerprints of an earlier build; one that is damaged is made anew. */
const readEarlier = async (file: string): Promise<Map<number, Uint8Array>> => {
  const earlier = new Map<number, Uint8Array>()
  try {
    const opened = await openFingerprintFile(file)
    for (const productId of opened?.productIds ?? [])
      earlier.set(productId, (await opened?.read(productId)) as Uint8Array)
    await opened?.close()
  } catch (error) {
    if (!(error instanceof FingerprintFileError)) throw error
  }
  return earlier
}

/** Counts answers of a kind in a row. @throws PictureHostError at the limit */
const createRowCounter = () => {
  let last: PictureAnswer['kind'] = 'picture'
  let count = 0
  return (kind: PictureAnswer['kind'], reason: string): void => {
    count = kind === last ? count + 1 : 1
    last = kind
    if ((kind === 'forbidden' || kind === 'failed') && count >= maxInARow[kind])
      throw new PictureHostError(
        `The build stopped after ${count} pictures in a row: ${reason}. The next build goes on.`,
      )
  }
}

const build = async ({
  file,
  wanted,
  client,
  toFingerprint,
  onProgress,
}: BuildOptions): Promise<PictureBuildReport> => {
  const journalFile = `${file}.part`
  const journal = openBuildJournal(journalFile)
  const fingerprints = new Map<number, Uint8Array>()
  const failures: { productId: number; reason: string }[] = []
  const countInARow = createRowCounter()
  let made = 0
  let absent = 0
  /** A picture that the host forbids is missing once another one is answered. */
  let forbidden: number[] = []

  const note = (productId: number, answer: PictureAnswer, fingerprint: Uint8Array | null): void => {
    if (answer.kind === 'forbidden') forbidden.push(productId)
    if (answer.kind === 'absent') journal.add(productId, null)
    if (fingerprint) {
      for (const missing of forbidden) journal.add(missing, null)
      forbidden = []
      journal.add(productId, fingerprint)
      fingerprints.set(productId, fingerprint)
      made++
    }
    if (answer.kind === 'absent' || answer.kind === 'forbidden') absent++
  }

  const fetchOne = async ({ productId, path }: WantedPicture): Promise<void> => {
    let answer = await client.get(path)
    let fingerprint: Uint8Array | null = null
    try {
      if (answer.kind === 'picture') fingerprint = await toFingerprint(answer)
    } catch (error) {
      answer = { kind: 'failed', reason: `no picture: ${error instanceof Error ? error.message : String(error)}` }
    }
    const reason =
      answer.kind === 'forbidden' ? 'the host forbids it (403)' : answer.kind === 'failed' ? answer.reason : ''
    if (answer.kind === 'failed') failures.push({ productId, reason })
    note(productId, answer, fingerprint)
    countInARow(answer.kind, reason)
  }

  try {
    const earlier = await readEarlier(file)
    for (const [at, picture] of wanted.entries()) {
      const known = earlier.get(picture.productId) ?? journal.known.get(picture.productId)
      if (known) fingerprints.set(picture.productId, known)
      else if (known === null) absent++
      else await fetchOne(picture)
      onProgress(at + 1, wanted.length)
    }
  } finally {
    journal.close()
  }
  const sizeBytes = await writeFingerprintFile(file, fingerprints)
  await rm(journalFile)
  return {
    file,
    sizeBytes,
    wanted: wanted.length,
    fingerprints: fingerprints.size,
    made,
    absent,
    failed: { total: failures.length, first: failures.slice(0, failuresKept) },
    requests: client.requests(),
  }
}

/**
 * Fetches the pictures that are not known yet and keeps a fingerprint of each; a build that ended early goes on where
 * it was, and its file is put in place when all were asked for.
 * @throws PictureHostError when the host turns us away
 * @throws FileLockedError when another build runs
 */
export const buildFingerprints = (options: BuildOptions): Promise<PictureBuildReport> =>
  withFileLock(options.file, 'catalog pictures build', () => build(options))
