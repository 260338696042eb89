import { setTimeout as delay } from 'node:timers/promises'

/** Asks again, for a minute at most, what a busy machine had no time for: 503 says so, and costs nothing. */
export const fetchUnlessBusy = async (address: string, init: RequestInit): Promise<Response> => {
  const untilMs = performance.now() + 60_000
  for (;;) {
    const response = await fetch(address, init)
    if (response.status !== 503 || performance.now() > untilMs) return response
    await response.arrayBuffer()
    await delay(100)
  }
}
