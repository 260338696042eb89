import type { Environment } from '../../src/app/configuration/config.ts'

/** How a process is deployed: its memory limit and the settings that follow from the table in docs/memory.md. */
export interface MemoryProfile {
  readonly name: string
  readonly limitMiB: number
  readonly env: Environment
}

const common = { CACHE_MAX_MB: '64', MALLOC_ARENA_MAX: '2', NODE_OPTIONS: '--max-old-space-size=256' }

export const withoutPhotos: MemoryProfile = {
  name: 'without photos',
  limitMiB: 512,
  env: { ...common, OCR_WORKERS: '0' },
}
export const withPhotos: MemoryProfile = { name: 'with photos', limitMiB: 1024, env: { ...common, OCR_WORKERS: '1' } }
