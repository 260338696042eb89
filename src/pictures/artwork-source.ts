import { stat } from 'node:fs/promises'
import type { ArtworkSource } from '../identification/artwork.ts'
import { type FingerprintFile, openFingerprintFile } from './fingerprint-file.ts'

/** A source of fingerprints that holds a file open. */
export interface OpenArtworkSource extends ArtworkSource {
  readonly close: () => Promise<void>
}

/** Names what lies at a path now; `null` where there is nothing. */
const identityOf = async (file: string): Promise<string | null> => {
  try {
    const { ino, mtimeMs, size } = await stat(file)
    return `${ino} ${mtimeMs} ${size}`
  } catch {
    return null
  }
}

/**
 * Answers from the file of fingerprints as it is at each call, so that a build, or its removal, counts at once; without
 * a file it knows none. It is opened with the first call, and again when it was replaced. One that cannot be used is
 * reported once and is as none.
 */
export const createArtworkSource = (file: string, onRefused: (error: unknown) => void): OpenArtworkSource => {
  let identity: string | null = null
  let opened: Promise<FingerprintFile | null> = Promise.resolve(null)

  const reopen = async (last: Promise<FingerprintFile | null>): Promise<FingerprintFile | null> => {
    await (await last)?.close()
    return openFingerprintFile(file).catch((error) => {
      onRefused(error)
      return null
    })
  }

  const current = async (): Promise<FingerprintFile | null> => {
    const now = await identityOf(file)
    if (now !== identity) {
      identity = now
      opened = reopen(opened)
    }
    return opened
  }

  return {
    fingerprintsOf: async (productIds) => {
      const found = new Map<number, Uint8Array>()
      try {
        const fingerprints = await current()
        for (const productId of productIds) {
          const fingerprint = (await fingerprints?.read(productId)) ?? null
          if (fingerprint) found.set(productId, fingerprint)
        }
      } catch (error) {
        onRefused(error)
      }
      return found
    },
    close: async () => {
      await (await opened)?.close()
    },
  }
}
