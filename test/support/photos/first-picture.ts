import { setTimeout as delay } from 'node:timers/promises'
import sharp from 'sharp'
import { drawCard, encode } from './drawn.ts'
import type { Finding } from './finding.ts'
import { bodyOf } from './mutate.ts'
import { startProvedService, type Workspace } from './proved-service.ts'

const readyWithinMs = 1_500
const replacedWithinMs = 2_000

/**
 * A picture too small for text: it is answered as soon as there is a reader, so that its time is the reader's start.
 */
const createSpeck = () =>
  encode(sharp({ create: { width: 16, height: 16, channels: 3, background: '#789' } }), 'image/png').then(bodyOf)

/**
 * How long the first picture waits for its reader: at boot, lazily, and after a worker has died. A machine that is
 * `slowness` times as slow as that of the figures may take as many times as long.
 */
export const proveFirstPicture = async (workspace: Workspace, slowness = 1): Promise<Finding[]> => {
  const [maxReadyMs, maxReplacedMs] = [readyWithinMs, replacedWithinMs].map((ms) => Math.round(ms * slowness)) as [
    number,
    number,
  ]
  const [speck, card] = [await createSpeck(), bodyOf(await encode(drawCard(0, 400), 'image/jpeg'))]
  const findings: Finding[] = []
  for (const start of ['boot', 'lazy'] as const) {
    const service = await startProvedService(workspace, { OCR_START: start })
    const ready = await service.post(speck)
    const [first, second] = [await service.post(card), await service.post(card)]
    findings.push({
      what: `ready for the first picture, OCR_START=${start}`,
      measured:
        `started in ${Math.round(service.readyAfterMs)} ms, answered ${ready.status} after ` +
        `${Math.round(ready.ms)} ms; the first card took ${Math.round(first.ms)} ms, the second ` +
        `${Math.round(second.ms)} ms`,
      promised: `ready within ${maxReadyMs} ms`,
      isKept: ready.status === 200 && ready.ms <= maxReadyMs,
      isOnlyLate: ready.status === 200,
    })
    if (start === 'lazy') {
      const diedMs = performance.now()
      await service.order('die')
      // A picture that comes before the pool has heard of the death is lost with the worker.
      let next = await service.post(speck)
      while (next.status !== 200 && performance.now() - diedMs < 10_000) {
        await delay(20)
        next = await service.post(speck)
      }
      const replaced = performance.now() - diedMs
      findings.push({
        what: 'the next picture after a worker has died',
        measured: `answered ${next.status} ${Math.round(replaced)} ms after the death`,
        promised: `replaced within ${maxReplacedMs} ms`,
        isKept: next.status === 200 && replaced <= maxReplacedMs,
        isOnlyLate: next.status === 200,
      })
    }
    await service.stop()
  }
  return findings
}
