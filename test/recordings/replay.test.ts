import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startService } from '../support/service.ts'
import { askHistoryOverHttp, askPricesOverHttp } from './compare-over-http.ts'
import { skipWithoutRecordings } from './folder.ts'
import { askEverythingBack, askWhatWasKnown, replay } from './replay.ts'
import { openRecording } from './series-builds.ts'

/**
 * Lines of recorded sets that together have some hundred series; `npm run prove:market` replays all of them on both
 * engines.
 */
const categories = [2, 85]

test('recorded days come back exactly: by history, as of each day, as they were known, and over HTTP', {
  skip: skipWithoutRecordings,
}, async (t) => {
  const recording = await openRecording('series-36d')
  // Over the end of a month, with a gap.
  const indexes = [0, 1, 2, 5, 6, 7, 8, 9, 10, 11, 12, 13]
  const days = indexes.map((index) => recording.days[index] as string)
  const replayed = await replay(t, { recording, days: indexes, categories })
  assert.equal((await replayed.store.archive.headers('tcgcsv')).length, days.length)
  const { history, asOf } = await askEverythingBack(replayed, days, 1)
  const known = await askWhatWasKnown(replayed, days, [0, 4, 9])
  replayed.clock.now += 3_600_000
  const service = await startService(t, { env: replayed.env, now: replayed.clock.read })
  const prices = await askPricesOverHttp(service, replayed.expected, days, 60)
  const histories = await askHistoryOverHttp(service, replayed.expected, 30)
  for (const [what, { compared, differences }] of Object.entries({ history, asOf, known, prices, histories })) {
    assert.deepEqual(differences, [], what)
    assert.ok(compared > 50, `${what}: ${compared} compared`)
  }
  assert.ok(replayed.repeats > 1)
})
