import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

/** Words of our own, and what somebody who has worked on other services calls the thing. */
const replaced: Readonly<Record<string, string>> = {
  '(?:most|least|longest|shortest)(?!Squares)[A-Z]\\w*': 'max…, min…',
  byDefault: 'defaultValue, fallback',
  'createRooms|mostLent': 'createBodyBudget, heldBytes',
  'createTurns|ownTurn|nextTurn': 'createYielder, yieldToEventLoop',
  'liftLongText|LongText': 'extractLargeString, LazyString',
  'UnitDemand|UnitSupply|grantableUnits': 'ChargeRequest, UsageSnapshot, grantedUnits',
  giveBack: 'refund',
  'KeyHolder|keyHolder': 'AuthContext',
  '\\w*Surroundings': 'Dependencies',
  'createWitness|bearWitness|[wW]itness(?:es)?': 'scorer, scoreEvidence',
  '[bB]urdens?': 'weights',
  'createKeeper|remembering': 'memoize',
  '[sS]peller|Spelt|Freedom': 'spelling corrector, Corrections, MatchMode',
  RowRefused: 'RowRejected',
  'distrust|untrusted[A-Z]\\w*': 'reportInvalid, invalidResponse',
  isThere: 'isConnected, isPresent',
  'OutOfStep\\w*': 'DesyncError',
  'isAway|whenUnlocked|PatientDriver|patientQueries': 'isUnavailable, retryWhileBusy, BusyRetryDriver, untimedQueries',
  sureCandidate: 'confidentMatch',
  Waiter: 'CallContext',
  'turner|standOf|upsideDown': 'orientationModel, detectOrientation',
  'createPriceGatherer|momentMs': 'createBatcher, batchWindowMs',
  goneOf: 'abortError',
  '(?:[a-z]\\w*)?[rR]ecognis\\w*|(?:[a-z]\\w*)?[nN]ormalis\\w*': 'recognize, normalize',
}

/** Words that are fine in a sentence and private as a name. */
const replacedNames: Readonly<Record<string, string>> = {
  'depart|fly|board': 'startFlight, run, join',
  'hire|hear|lose|dismiss|handOut': 'spawn, onMessage, onExit, remove, dispatch',
  'holders|Holders|stretch|reach': 'authCache, TermPostings, range, postingCount',
  'gather|distrust|remember': 'ImportAccumulator, reportInvalid, memoize',
  'telling|noise|isNoise': 'isSignificant, stopword',
  'Room|rooms|lent': 'buffer pool, acquired',
  'away|ill|well|cooling': 'unavailable, unhealthy, healthy, rate-limited',
  todo: 'fix',
  within: 'getOrCreate',
}

const root = fileURLToPath(new URL('..', import.meta.url))
const files = execFileSync(
  'git',
  ['ls-files', '-z', '--cached', '--others', '--exclude-standard', 'src', 'web', 'packages', 'docs'],
  { cwd: root, encoding: 'utf8' },
)
  .split('\0')
  .filter((file) => /(?<!\.test)\.(?:ts|js|css|html|md)$/.test(file) && existsSync(join(root, file)))
const lines = files.flatMap((file) =>
  readFileSync(join(root, file), 'utf8')
    .split('\n')
    .map((text, index) => ({ place: `${file}:${index + 1}`, text })),
)

const uses = (pattern: RegExp): readonly string[] =>
  lines.flatMap(({ place, text }) => (pattern.test(text) ? [`${place} ${text.trim().slice(0, 100)}`] : []))

for (const [words, instead] of Object.entries(replaced))
  test(`the code says ${instead}`, () => {
    assert.deepEqual(uses(new RegExp(`\\b(?:${words})\\b`)), [])
  })

for (const [names, instead] of Object.entries(replacedNames))
  test(`names are ${instead}`, () => {
    assert.deepEqual(uses(new RegExp(`\\b(?:const|let|function|class|interface|type|readonly) (?:${names})\\b`)), [])
  })

test('the console says game and finish to people, and its code category and variant, as the API does', () => {
  // The heading of a column in another program's file.
  const own = lines.filter(({ place }) => place.startsWith('web/') && !place.startsWith('web/till/formats/'))
  const wrong = /product lines?\b|\b(?:const|let|readonly|@param \{\w+\}) \w*(?:[gG]ame(?:s|Name)?|[fF]inish(?:es|Name)?)\b/i
  assert.deepEqual(
    own.filter(({ text }) => wrong.test(text)).map(({ place }) => place),
    [],
  )
})
