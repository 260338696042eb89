import { ServiceError } from '../../contract/errors.ts'
import { reservedIds } from '../../contract/reserved-products.ts'
import type { MarketSource } from '../../market/ports.ts'
import type { Delay } from '../source-module.ts'

const slowAnswerMs = 3_000

/** The section that each of these products lacks. */
const missingSection: Readonly<Record<number, readonly (keyof MarketSource)[]>> = {
  [reservedIds.pricesUnavailable]: ['prices', 'skuPrice'],
  [reservedIds.historyUnavailable]: ['history'],
  [reservedIds.listingsUnavailable]: ['listings'],
}

/**
 * Acts out what a reserved product stands for before it is answered; returns at once for every other product.
 * @throws ServiceError with the `upstream_…` code that the real market would end in
 */
export const actOut = async (
  productId: number,
  section: keyof MarketSource,
  signal: AbortSignal,
  delay: Delay,
): Promise<void> => {
  if (productId === reservedIds.unavailable || missingSection[productId]?.includes(section)) {
    throw new ServiceError('upstream_unavailable', 'The market source is unavailable.', { upstreamStatus: 503 })
  }
  if (productId === reservedIds.rateLimited) {
    throw new ServiceError('upstream_rate_limited', 'The market source asks us to slow down.', { upstreamStatus: 429 })
  }
  // A request for prices has waited already: it takes its SKUs from the details. Without this its caller would wait
  // twice as long.
  if (productId === reservedIds.slow && section !== 'prices') {
    await delay(slowAnswerMs, signal).catch((cause) => {
      throw timeout(cause)
    })
  }
  if (productId === reservedIds.silent) await silence(signal)
}

const timeout = (cause: unknown) =>
  new ServiceError('upstream_timeout', 'The market source did not answer in time.', { cause })

/** Never resolves; ends when nobody waits any more. */
const silence = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const end = () => reject(timeout(signal.reason))
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  })
