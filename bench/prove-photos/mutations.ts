import { setTimeout as delay } from 'node:timers/promises'
import type { Finding } from '../../test/support/photos/finding.ts'
import { mutate } from '../../test/support/photos/mutate.ts'
import type { ProvedService } from '../../test/support/photos/proved-service.ts'
import { createRandom } from '../../test/support/photos/random.ts'
import { createSources } from './mutation-sources.ts'

/** How many mutated pictures, which comes first, and what chance they come from. */
export interface MutationPlan {
  readonly count: number
  readonly first: number
  readonly seed: number
}

const clients = 4
const pictureCodes = new Set(['invalid_body', 'invalid_image', 'image_too_large', 'unsupported_image_type'])
const residentLimitMb = 900

/**
 * Sends mutated pictures, several side by side: each is read or refused with a documented code, and the service lives
 * on within its memory.
 */
export const proveMutations = async (
  service: ProvedService,
  { count, first, seed }: MutationPlan,
  print: (line: string) => void,
): Promise<Finding[]> => {
  const sources = await createSources(createRandom(seed))
  const outcomes = new Map<string, number>()
  const strange: string[] = []
  let [next, slowestMs, slowestBadMs] = [first, 0, 0]
  const startedMs = performance.now()
  const send = async (number: number) => {
    const { body, how } = await mutate(sources, createRandom(seed, number))
    for (;;) {
      const { status, code, retryAfter, ms } = await service.post(body)
      const outcome = code === null ? String(status) : `${status} ${code}`
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      const isBusy = code === 'service_busy' && retryAfter !== undefined
      const isKnown = status === 200 || (status === 400 && pictureCodes.has(code ?? '')) || isBusy
      if (!isKnown) strange.push(`number ${number} (${how}): ${outcome} after ${Math.round(ms)} ms`)
      if (!isBusy) {
        slowestMs = Math.max(slowestMs, ms)
        if (status === 400) slowestBadMs = Math.max(slowestBadMs, ms)
        return
      }
      await delay(250)
    }
  }
  const client = async () => {
    for (let number = next++; number < first + count && service.end() === null; number = next++) {
      await send(number).catch((error) => strange.push(`number ${number}: ${error}`))
      if ((number - first) % 500 === 499 && service.end() === null)
        print(
          `       ${number - first + 1} sent after ${Math.round((performance.now() - startedMs) / 1000)} s, ` +
            `${Math.round(service.residentMb().now)} MB`,
        )
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  const end = service.end()
  const { now, highest } = end !== null ? { now: Number.NaN, highest: Number.NaN } : service.residentMb()
  const counts = [...outcomes].sort((a, b) => b[1] - a[1]).map(([outcome, times]) => `${times} × ${outcome}`)
  for (const line of strange.slice(0, 20)) print(`       ${line}`)
  if (end !== null) print(`       ${end}; the service's last words: ${service.printed().slice(-1_000)}`)
  return [
    {
      what:
        `${count} mutated pictures, ${clients} side by side, ` +
        `in ${Math.round((performance.now() - startedMs) / 1000)} s`,
      measured: `${counts.join(', ')}; ${strange.length} others`,
      promised: '200, 400 with a code, or 503 service_busy with Retry-After',
      isKept: strange.length === 0,
    },
    {
      what: `the service, process ${service.pid}`,
      measured:
        end !== null
          ? `has ended with ${end}`
          : 'lives; slowest answer ' +
            `${(slowestMs / 1000).toFixed(2)} s, ` +
            `slowest 400 ${(slowestBadMs / 1000).toFixed(2)} s with others before it`,
      promised: 'lives, each answer within 10 s',
      isKept: end === null && slowestMs <= 10_000,
    },
    {
      what: 'resident memory with one worker',
      measured: `${Math.round(now)} MB, at most ${Math.round(highest)} MB`,
      promised: `at most ${residentLimitMb} MB`,
      isKept: highest <= residentLimitMb,
    },
  ]
}
