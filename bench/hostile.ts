import type { CatalogIndex } from '../src/catalog/index/catalog-index.ts'
import { hostileTexts } from '../test/support/hostile-texts.ts'
import { createAsk } from './measure.ts'

/** Attempts of which the best counts, since other work on the machine only ever adds to it. */
const rounds = 7

const fastestMs = async (answer: () => unknown): Promise<number> => {
  let fastest = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds; round++) {
    const began = performance.now()
    await answer()
    fastest = Math.min(fastest, performance.now() - began)
  }
  return fastest
}

/** How long every hostile text takes to be identified and searched for. */
export const measureHostile = async (index: CatalogIndex) => {
  const ask = createAsk(index)
  const times: { kind: string; identifyMs: number; searchMs: number }[] = []
  for (const { kind, text } of hostileTexts) {
    const request = { q: text, category: null, set: null, offset: 0, limit: 24, sort: 'relevance' } as const
    times.push({
      kind,
      identifyMs: await fastestMs(() => ask({ query: text })),
      searchMs: await fastestMs(() => index.search(request)),
    })
  }
  return times
}
