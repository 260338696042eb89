import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Encoded } from './drawn.ts'

/** What is known of a labelled picture. */
export interface Label {
  readonly file: string
  readonly game: string | null
  readonly name: string | null
  readonly cardNumber: string | null
  readonly kind: 'scan' | 'photo'
  readonly lang: string | null
  readonly numberLegible: boolean
  readonly numberOnly?: boolean
  readonly nasty?: string
  readonly names?: readonly string[]
  readonly notes: string
}

/** The folder of shared test inputs beside the repository, or null where it is absent. */
export const sharedFolder = (): string | null => {
  const folder = process.env.SHARED_DIR ?? fileURLToPath(new URL('../../../../shared', import.meta.url))
  return existsSync(`${folder}/photos/labels.json`) ? folder : null
}

/** The labelled pictures. */
export const readLabels = (shared: string): Label[] => JSON.parse(readFileSync(`${shared}/photos/labels.json`, 'utf8'))

/** The labelled photos as they are, or none where they are absent. */
export const readPhotos = (): { readonly file: string; readonly picture: Encoded }[] => {
  const shared = sharedFolder()
  if (shared === null) return []
  return readLabels(shared).map(({ file }) => ({
    file,
    picture: { bytes: readFileSync(`${shared}/photos/${file}`), type: file.endsWith('.png') ? 'image/png' : 'image/jpeg' },
  }))
}
