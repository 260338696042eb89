import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Compile } from 'typebox/compile'
import { createCapabilities } from '../../src/app/composition/capabilities.ts'
import { readConfig } from '../../src/app/configuration/config.ts'
import { Capabilities, tcgplayerAttribution } from '../../src/contract/capabilities.ts'
import { ServiceError } from '../../src/contract/errors.ts'
import { emptySyncRecord } from '../../src/market/sync-ledger.ts'
import { syncStatusOf } from '../../src/market/sync-status.ts'
import type { SourceOffers } from '../../src/sources/source-module.ts'
import { startService } from '../support/service.ts'

const isCapabilities = Compile(Capabilities)

describe('what the service says it can answer', () => {
  test('anyone may read it: no key, no charge, from any origin', async (t) => {
    const { address, call } = await startService(t, { env: { DATA_RIGHTS_NOTE: 'Ask us first.' } })
    const used = async () => (await call('/v1/usage')).body.minute.used
    const before = await used()
    const reply = await call('/capabilities', { key: null, headers: { origin: 'https://shop.example' } })
    assert.equal(reply.status, 200)
    assert.equal(reply.headers.get('access-control-allow-origin'), '*')
    assert.equal(reply.headers.get('x-ratelimit-remaining'), null)
    assert.equal(await used(), before + 1)
    assert.deepEqual(isCapabilities.Errors(reply.body), [])
    assert.equal((await fetch(`${address}/capabilities`, { method: 'POST' })).status, 405)
  })

  test('the sandbox offers all but the past, owes nobody a line, and has its product lines', async (t) => {
    const { call } = await startService(t, { env: { DATA_RIGHTS_NOTE: 'Ask us first.' } })
    const { body } = await call('/capabilities', { key: null })
    const { data, ...rest } = body as Capabilities
    const offered = Object.entries(data).map(([kind, { offered }]) => [kind, offered])
    assert.deepEqual(
      offered.filter(([, isOffered]) => !isOffered).map(([kind]) => kind),
      ['photos', 'asOf'],
    )
    assert.equal(data.prices.cachedSeconds, 900)
    assert.deepEqual(
      [
        rest.source,
        rest.catalogSource,
        rest.pricedBy,
        rest.attribution,
        rest.dataRightsNote,
        rest.sync,
        rest.recordedSince,
      ],
      ['sandbox', 'sandbox', 'sku', null, 'Ask us first.', null, null],
    )
    assert.equal(rest.photoReader, null)
    const { body: lines } = await call('/v1/categories')
    assert.deepEqual(
      rest.productLines,
      lines.categories.map(({ slug }: { slug: string }) => slug),
    )
  })
})

describe('which pictures the console may show', () => {
  const picturesOf = async (t: Parameters<typeof startService>[0], env: Record<string, string>) => {
    const { call } = await startService(t, { env })
    const { body } = await call('/capabilities', { key: null })
    const { headers } = await call('/', { key: null })
    return { pictures: (body as Capabilities).pictures, policy: headers.get('content-security-policy') ?? '' }
  }
  const live = { MARKET_SOURCE: 'tcgplayer' }
  const host = 'tcgplayer-cdn.tcgplayer.com'

  test('are the drawings of the sandbox, and those of no other host', async (t) => {
    const { pictures, policy } = await picturesOf(t, {})
    assert.deepEqual(pictures, { hosts: [], thumbnailUrl: '/sandbox/images/{productId}.svg' })
    assert.match(policy, /; img-src 'self' blob:; /)
  })

  test("are nobody's with real data, until the operator names the host that has them", async (t) => {
    const unset = await picturesOf(t, live)
    assert.deepEqual(unset.pictures, { hosts: [], thumbnailUrl: null })
    assert.match(unset.policy, /; img-src 'self' blob:; /)
    const named = await picturesOf(t, { ...live, CONSOLE_PICTURE_HOSTS: host })
    assert.deepEqual(named.pictures, { hosts: [host], thumbnailUrl: `https://${host}/product/{productId}_200w.jpg` })
    assert.match(named.policy, /; img-src 'self' blob: https:\/\/tcgplayer-cdn\.tcgplayer\.com; connect-src 'self'; /)
  })

  test('come from a mirror of his own where both settings name it, and from no host that only one names', async (t) => {
    const mirror = { TCGPLAYER_IMAGE_URL: 'https://cards.example.com/mirror/' }
    const other = await picturesOf(t, { ...live, ...mirror, CONSOLE_PICTURE_HOSTS: host })
    assert.deepEqual(other.pictures, { hosts: [host], thumbnailUrl: null })
    const { pictures } = await picturesOf(t, { ...live, ...mirror, CONSOLE_PICTURE_HOSTS: `${host},cards.example.com` })
    assert.equal(pictures.thumbnailUrl, 'https://cards.example.com/mirror/product/{productId}_200w.jpg')
    const secret = {
      TCGPLAYER_IMAGE_URL: 'https://shop:secret@cards.example.com',
      CONSOLE_PICTURE_HOSTS: 'cards.example.com',
    }
    assert.equal(
      (await picturesOf(t, { ...live, ...secret })).pictures.thumbnailUrl,
      null,
      'a password is shown to nobody',
    )
    const insecure = { TCGPLAYER_IMAGE_URL: 'http://cards.example.com', CONSOLE_PICTURE_HOSTS: 'cards.example.com' }
    assert.equal((await picturesOf(t, { ...live, ...insecure })).pictures.thumbnailUrl, null)
  })
})

describe('what a source of daily files offers', () => {
  const files: SourceOffers = {
    kinds: { details: true, prices: true, history: true, listings: false, image: true },
    pricedBy: 'printing',
    asOf: '2026-11-21T20:00:00.000Z',
    recordedSince: '2026-10-01',
    attribution: tcgplayerAttribution,
    sync: syncStatusOf(emptySyncRecord, 0),
  }
  const clock = { ms: 0 }
  const capabilitiesOf = async (changes: Partial<Parameters<typeof createCapabilities>[0]> = {}) =>
    createCapabilities({
      config: await readConfig({ OCR_WORKERS: '2' }),
      offers: () => files,
      imported: () => ({ sourceName: 'tcgcsv', fetchedAt: '2026-11-21T20:00:00.000Z' }),
      categories: async () => [{ id: 3, name: 'Pokemon', slug: 'pokemon' }],
      hasArchive: true,
      now: () => Date.parse('2026-11-22T08:00:00.500Z'),
      steadyNow: () => clock.ms,
      ...changes,
    })

  test('is told with the time of the files and their age', async () => {
    const capabilities = await (await capabilitiesOf())()
    assert.deepEqual(isCapabilities.Errors(capabilities), [])
    assert.deepEqual(capabilities.data.prices, {
      offered: true,
      asOf: '2026-11-21T20:00:00.000Z',
      ageSeconds: 43_200,
      cachedSeconds: 900,
    })
    assert.deepEqual(capabilities.data.listings, { offered: false, asOf: null, ageSeconds: null, cachedSeconds: null })
    assert.equal(capabilities.data.search.cachedSeconds, null)
    assert.equal(capabilities.data.asOf.offered, true)
    assert.deepEqual(capabilities.photoReader, { workers: 2, start: 'lazy', maxCards: 24 })
    assert.deepEqual([capabilities.recordedSince, capabilities.productLines], ['2026-10-01', ['pokemon']])
  })

  test('only an imported catalogue of the files asks for the line of TCGplayer too', async () => {
    const invented = { ...files, attribution: null }
    const lineOf = async (sourceName: string | null) => {
      const imported = () => (sourceName === null ? null : { sourceName, fetchedAt: '2026-11-21T20:00:00.000Z' })
      return (await (await capabilitiesOf({ offers: () => invented, imported }))()).attribution?.text ?? null
    }
    assert.deepEqual(await Promise.all(['tcgcsv', 'local', null].map(lineOf)), [
      'This product uses TCGplayer data but is not endorsed or certified by TCGplayer.',
      null,
      null,
    ])
  })

  test('the source is asked once a second at most, and a catalogue that fails once a minute', async () => {
    const asked = { offers: 0, categories: 0 }
    const capabilities = await capabilitiesOf({
      imported: null,
      offers: () => {
        asked.offers++
        return files
      },
      categories: async () => {
        asked.categories++
        throw new ServiceError('upstream_unavailable', 'The market source is unavailable.')
      },
    })
    const all = await Promise.all(Array.from({ length: 50 }, () => capabilities()))
    assert.equal(all[0]?.productLines, null)
    assert.deepEqual(asked, { offers: 1, categories: 1 })
    clock.ms += 1_000
    await capabilities()
    assert.deepEqual(asked, { offers: 2, categories: 1 })
    clock.ms += 60_000
    await capabilities()
    assert.deepEqual(asked, { offers: 3, categories: 2 })
  })

  test('of a pull everybody is told how it stands, and nobody where it is kept or why a call failed', () => {
    const at = '2026-11-22T08:00:00.000Z'
    const status = syncStatusOf(
      {
        ...emptySyncRecord,
        refused: { build: 'b', reason: 'half of the prices are gone', folder: '/var/lib/x', at },
        failure: { reason: 'connect ECONNREFUSED 10.0.0.3', at },
      },
      Date.parse(at),
    )
    assert.deepEqual(status.refused, { build: 'b', reason: 'half of the prices are gone', at })
    assert.equal(status.failedAt, at)
    assert.doesNotMatch(JSON.stringify(status), /var|10\.0/)
  })
})
