import { existsSync } from 'node:fs'

/** Recorded days of the mirror, kept beside the repository and not in it. */
const folder = new URL('../../../shared/catalog/tcgcsv/', import.meta.url)

/** The address of a recording; tests without it skip. */
export const recordingAt = (name: string): URL => new URL(name, folder)

export const hasRecordings = existsSync(folder)

/** Why tests of recorded days do not run; `undefined` when they do. */
export const skipWithoutRecordings = hasRecordings ? undefined : 'recorded days of the mirror are not here'
