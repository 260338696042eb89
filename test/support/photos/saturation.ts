import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { quantile } from '../quantile.ts'
import { createLargest, drawCard, encode } from './drawn.ts'
import type { Finding } from './finding.ts'
import { readPhotos } from './labelled.ts'
import { bodyOf } from './mutate.ts'
import type { ProvedService, Stalls, Workspace } from './proved-service.ts'
import { createRandom } from './random.ts'

const limitMs = 50
/** More than one worker and its queue hold. */
const photoClients = 8

interface Measured {
  readonly times: readonly number[]
  readonly failures: number
  readonly outcomes: Map<string, number>
  readonly stalls: Stalls
}

/** Asks for a cached answer for a while, beside clients that send these pictures and come back soon after a refusal. */
const measureBeside = async (
  service: ProvedService,
  key: string,
  bodies: readonly Buffer[],
  clients: number,
  seconds: number,
): Promise<Measured> => {
  const outcomes = new Map<string, number>()
  let isOver = false
  const client = async (number: number) => {
    for (let i = number; !isOver; i++) {
      const { status, code } = await service.post(bodies[i % bodies.length] as Buffer)
      const outcome = code === null ? String(status) : `${status} ${code}`
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      if (status === 503) await delay(300)
    }
  }
  const sending = Array.from({ length: clients }, (_, number) => client(number))
  const workerData = { address: service.address, target: '/v1/products/990010/prices', key, clients: 4, pauseMs: 5 }
  const getter = new Worker(new URL('./cached-get-load.ts', import.meta.url), { workerData })
  await once(getter, 'online')
  // What is measured is a service at work: not its start, nor the first calls that the compiler has not seen yet.
  await delay(3_000)
  getter.postMessage('begin')
  await service.order('stall')
  await delay(seconds * 1000)
  getter.postMessage('stop')
  const [{ times, failures }] = (await once(getter, 'message')) as [{ times: number[]; failures: number }]
  const stalls = await service.order('stall')
  isOver = true
  await Promise.all(sending)
  return { times, failures, outcomes, stalls }
}

/**
 * A cached GET, and the event loop, while more photos come than can be read: photos of usual size, then the largest
 * that are allowed. `judged` tells which milliseconds of a stall count; by default all of them. Each of the three
 * rounds takes `seconds`.
 */
export const proveSaturation = async (
  service: ProvedService,
  { key }: Workspace,
  seed: number,
  judged: (stalls: Stalls) => number = ({ stallMs }) => stallMs,
  seconds = 20,
): Promise<Finding[]> => {
  const random = createRandom(seed)
  const photos = readPhotos().slice(0, 12)
  const usual =
    photos.length > 0 ? photos.map(({ picture }) => picture) : [await encode(drawCard(0, 900), 'image/jpeg')]
  const largest = [await createLargest(random, 'image/jpeg'), await createLargest(random, 'image/png')]
  const rounds = [
    ['no photos', [], 0],
    [`${photoClients} clients sending photos`, usual, photoClients],
    [
      `${photoClients} clients sending photos, every third of ` +
        `${largest.map(({ bytes }) => (bytes.length / 2 ** 20).toFixed(1)).join(' or ')} MiB`,
      [usual[0], usual[1 % usual.length], largest[0], usual[2 % usual.length], usual[3 % usual.length], largest[1]],
      photoClients,
    ],
  ] as const
  const findings: Finding[] = []
  for (const [beside, pictures, clients] of rounds) {
    const bodies = pictures.map((picture) => bodyOf(picture as (typeof usual)[0]))
    const { times, failures, outcomes, stalls } = await measureBeside(service, key, bodies, clients, seconds)
    const p99 = quantile(times, 0.99)
    const answers = [...outcomes].map(([outcome, count]) => `${count} × ${outcome}`).join(', ')
    findings.push(
      {
        what: `a cached GET beside ${beside}`,
        measured:
          `${times.length} answers and ${failures} failures, p50 ${quantile(times, 0.5).toFixed(1)} ms, ` +
          `p99 ${p99.toFixed(1)} ms, worst ${quantile(times, 1).toFixed(1)} ms${answers && `; photos: ${answers}`}`,
        promised: `p99 at most ${limitMs} ms`,
        isKept: failures === 0 && p99 <= limitMs,
        isOnlyLate: failures === 0,
      },
      {
        what: `the event loop beside ${beside}`,
        measured: `longest stall ${stalls.stallMs.toFixed(1)} ms, longest work ${stalls.workMs.toFixed(1)} ms`,
        promised: `at most ${limitMs} ms`,
        isKept: judged(stalls) <= limitMs,
        isOnlyLate: true,
      },
    )
  }
  return findings
}
