import { rm } from 'node:fs/promises'
import { withFileLock } from '../files/file-lock.ts'
import { openBuildJournal } from './build-journal.ts'
import { FingerprintFileError, fileBytesOf, openFingerprintFile, writeFingerprintFile } from './fingerprint-file.ts'
import { type PictureAnswer, type PictureClient, PictureHostError } from './picture-client.ts'
import type { WantedPicture } from './wanted-pictures.ts'

export interface BuildOptions {
  readonly file: string
  /** Pictures of this build's selection. */
  readonly wanted: readonly WantedPicture[]
  /** Products of any selection: what is known of them stays, what is known of others goes. */
  readonly keep: ReadonlySet<number>
  readonly client: Pick<PictureClient, 'get' | 'requests'>
  /** Reduces a picture to its fingerprint. @throws when it is none */
  readonly toFingerprint: (picture: Extract<PictureAnswer, { kind: 'picture' }>) => Promise<Uint8Array>
  /** Told first: pictures to be fetched, size of the file when all are had, and whether a damaged file is lost. */
  readonly onPlan: (pictures: number, sizeBytes: number, isAnew: boolean) => void
  /** Of the pictures to be fetched. */
  readonly onProgress: (done: number, total: number) => void
}

/** How a build ended. */
export interface PictureBuildReport {
  readonly file: string
  readonly sizeBytes: number
  /** Pictures of the selection that the catalogue names and a name is shared by. */
  readonly wanted: number
  /** Fingerprints in the file, those of other selections too. */
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

/** Fingerprints of earlier builds that ended; `null` where their file is damaged. */
const readEarlier = async (file: string): Promise<Map<number, Uint8Array> | null> => {
  const earlier = new Map<number, Uint8Array>()
  try {
    const opened = await openFingerprintFile(file)
    for (const productId of opened?.productIds ?? [])
      earlier.set(productId, (await opened?.read(productId)) as Uint8Array)
    await opened?.close()
  } catch (error) {
    if (!(error instanceof FingerprintFileError)) throw error
    return null
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
  keep,
  client,
  toFingerprint,
  onPlan,
  onProgress,
}: BuildOptions): Promise<PictureBuildReport> => {
  const journalFile = `${file}.part`
  const earlier = await readEarlier(file)
  const journal = openBuildJournal(journalFile)
  const known = new Map([...journal.known, ...(earlier ?? [])])
  const fingerprints = new Map<number, Uint8Array>()
  for (const [productId, fingerprint] of known)
    if (fingerprint && keep.has(productId)) fingerprints.set(productId, fingerprint)
  const asked = wanted.filter(({ productId }) => !known.has(productId))
  const failures: { productId: number; reason: string }[] = []
  const countInARow = createRowCounter()
  let made = 0
  let absent = wanted.filter(({ productId }) => known.get(productId) === null).length
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
    onPlan(asked.length, fileBytesOf(fingerprints.size + asked.length), earlier === null)
    for (const [at, picture] of asked.entries()) {
      await fetchOne(picture)
      onProgress(at + 1, asked.length)
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
 * Fetches the pictures that are not known yet and keeps a fingerprint of each beside those of other selections. What a
 * build that ended early has fetched counts for the next one, of whatever selection, and the file is put in place when
 * all pictures were asked for.
 * @throws PictureHostError when the host turns us away
 * @throws FileLockedError when another build runs
 */
export const buildFingerprints = (options: BuildOptions): Promise<PictureBuildReport> =>
  withFileLock(options.file, 'catalog pictures build', () => build(options))
