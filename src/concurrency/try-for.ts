import { setTimeout as delay } from 'node:timers/promises'

/**
 * Does work again, after a pause, where it failed in a way that may pass.
 * @param forMs after which no further attempt begins
 * @throws the error of the last attempt
 */
export const tryFor = async <T>(
  forMs: number,
  work: () => Promise<T>,
  mayPass: (error: unknown) => boolean = () => true,
): Promise<T> => {
  const endsAtMs = performance.now() + forMs
  for (;;)
    try {
      return await work()
    } catch (error) {
      if (!mayPass(error) || performance.now() >= endsAtMs) throw error
      await delay(pauseMs)
    }
}

const pauseMs = 100
