import type { Config } from './config.ts'

/** What one of several workers may use, so that all together stay within what the operator has set for the service. */
export const shareOf = (config: Config): Config => {
  const { workers, cacheMaxBytes, upstream } = config
  return {
    ...config,
    cacheMaxBytes: Math.ceil(cacheMaxBytes / workers),
    upstream: {
      ...upstream,
      concurrency: Math.max(1, Math.floor(upstream.concurrency / workers)),
      perSecond: upstream.perSecond / workers,
    },
  }
}
