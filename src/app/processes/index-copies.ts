import { signatureOf } from '../../files/file-signature.ts'
import { makePrivateCopy, type PrivateCopy } from '../../files/private-copy.ts'

/** Read-only copies of an index file: a mapped one must not change, and the file may be overwritten by hand. */
export interface IndexCopies {
  /** @returns where the copy of the present file is to be opened; `null` when it cannot be copied */
  readonly path: () => Promise<string | null>
  readonly close: () => Promise<void>
}

/** How long a former copy stays, for who was told of it and has not opened it yet. */
const formerKeptMs = 10_000

export const createIndexCopies = (file: string): IndexCopies => {
  let current: { readonly signature: string; readonly copy: Promise<PrivateCopy | null> } | null = null

  const close = async (copy: Promise<PrivateCopy | null> | undefined): Promise<void> => (await copy)?.close()

  return {
    path: async () => {
      const signature = await signatureOf(file)
      if (current?.signature !== signature) {
        const former = current?.copy
        setTimeout(() => void close(former), formerKeptMs).unref()
        current = { signature, copy: makePrivateCopy(file).catch(() => null) }
      }
      return (await current?.copy)?.path ?? null
    },
    close: () => close(current?.copy),
  }
}
