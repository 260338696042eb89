import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '../../src/app/configuration/config.ts'
import { recordBatch } from '../../src/archive/record-batch.ts'
import { printingSkuId } from '../../src/cards/printings.ts'
import { buildIndex } from '../../src/catalog/index/build/build-index.ts'
import { openStore } from '../../src/stores/open-store.ts'
import { productsForTests } from './catalog-products.ts'
import { startService } from './service.ts'
import { type FakeClock, fakeClock, tempFolder } from './temp.ts'

/** A day of the daily files: prices by product and printing in cents, market and lowest. */
export interface DailyFile {
  readonly observedAt: string
  readonly recordedAt: string
  readonly prices: Readonly<
    Record<number, Readonly<Record<string, readonly [marketCents: number | null, lowestCents: number | null]>>>
  >
}

const observationsOf = ({ prices }: DailyFile) =>
  Object.entries(prices).flatMap(([id, printings]) =>
    Object.entries(printings).map(([variant, [marketCents, lowestCents]]) => ({
      ...{ productId: Number(id), skuId: printingSkuId(Number(id), variant), condition: null, variant, language: null },
      ...{ marketCents, lowestCents, midCents: null, highestCents: null, directLowestCents: null, ageMs: 0 },
    })),
  )

const recordOf = ({
  productId,
  name,
  number,
  rarity,
  setId,
  setName,
  setCode,
  categoryId,
  categoryName,
}: (typeof productsForTests)[number]) => ({
  productId,
  record: {
    category: { categoryId, name: categoryName, displayName: categoryName },
    group: { groupId: setId, name: setName, abbreviation: setCode, isSupplemental: false, publishedOn: null },
    ...{
      name,
      cleanName: name,
      url: `https://www.tcgplayer.com/product/${productId}/card`,
      imageUrl: null,
      imageCount: 0,
    },
    ...{ presaleInfo: null, modifiedOn: null },
    extendedData: [
      { name: 'Number', displayName: 'Number', value: number },
      { name: 'Rarity', displayName: 'Rarity', value: rarity },
    ].filter(({ value }) => value !== null),
  },
})

/** Starts the service on days that a sync has recorded, beside a catalogue of the same products. Nothing is pulled. */
export const startDailyService = async (
  t: Parameters<typeof startService>[0],
  days: readonly DailyFile[],
  {
    env = {},
    clock = fakeClock('2026-11-26T12:00:00Z'),
  }: { readonly env?: Record<string, string>; readonly clock?: FakeClock } = {},
) => {
  const folder = tempFolder(t as { after: (done: () => void) => void })
  const settings = { DATA_DIR: folder, MARKET_SOURCE: 'tcgcsv', MARKET_SYNC: 'off', METRICS_PORT: '0', ...env }
  const fetchedAt = days.at(-1)?.observedAt ?? '2026-11-01T00:00:00.000Z'
  const index = buildIndex({
    sourceName: 'tcgcsv',
    fetchedAt: new Date(fetchedAt).toISOString(),
    products: productsForTests,
  })
  writeFileSync(join(folder, 'catalog.index'), new Uint8Array(index))
  const store = await openStore(await readConfig(settings), () => clock.now)
  const record = async (day: DailyFile) => {
    const batch = {
      source: 'tcgcsv',
      observedAtMs: Date.parse(day.observedAt),
      isComplete: true,
      observations: observationsOf(day),
    }
    const now = () => new Date(day.recordedAt)
    const productRecords = productsForTests.map(recordOf)
    await recordBatch({ store: store.archive, batch, productRecords, now, onConflict: 'correct', keep: 'all' })
  }
  for (const day of days) await record(day)
  await store.close()
  return startService(t, { env: settings, now: clock.read, steadyNow: () => performance.now() })
}
