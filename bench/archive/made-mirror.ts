/**
 * The daily mirror as a process of its own, over the made year: `node bench/archive/made-mirror.ts --products N`. Prints its address. `POST /advance` goes to the next day. Bodies are made as
 * they are asked for, one set at a time.
 */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'
import type { ProductRecord } from '../../src/market/sources/tcgcsv/product-record.ts'
import { makeCatalog, makeRecords } from './made-records.ts'
import type { MadeDay } from './made-year.ts'
import { fieldCount } from './recordings.ts'
import { builtAtMs, makeYear } from './year.ts'

const { values } = parseArgs({
  options: {
    products: { type: 'string', default: '50000' },
    days: { type: 'string', default: '365' },
    from: { type: 'string', default: '0' },
  },
})

interface MadeGroup {
  readonly categoryId: number
  readonly facts: ProductRecord
  readonly records: { readonly productId: number; readonly record: ProductRecord }[]
}

const { series, days } = await makeYear(Number(values.products), Number(values.days))
/** First series of each product. */
const seriesOf = new Map<number, number>()
for (const [i, productId] of series.productIds.entries()) if (!seriesOf.has(productId)) seriesOf.set(productId, i)
const groups = new Map<number, MadeGroup>()
for (const { productId, record } of makeRecords(await makeCatalog(series))) {
  // Written by makeRecords, which makes nothing else.
  const facts = record as ProductRecord
  const group = groups.get(facts.group.groupId) ?? { categoryId: facts.category.categoryId, facts, records: [] }
  groups.set(facts.group.groupId, group)
  group.records.push({ productId, record: facts })
}

const walk = days()
let today = walk.next().value as MadeDay
const advance = () => {
  const { value, done } = walk.next()
  if (!done) today = value
}
for (let n = 0; n < Number(values.from); n++) advance()

const dollars = (cents: number | undefined): number | null => (cents === 0 || cents === undefined ? null : cents / 100)
const isKnown = (productId: number): boolean => (series.bornOn[seriesOf.get(productId) as number] as number) <= today.day

const pricesOf = ({ records }: MadeGroup): unknown[] => {
  const rows: unknown[] = []
  for (const { productId } of records) {
    for (let i = seriesOf.get(productId) as number; series.productIds[i] === productId; i++) {
      if (today.isPresent[i] === 0) continue
      const [market, lowest, mid, highest, direct] = today.amounts.subarray(i * fieldCount, (i + 1) * fieldCount)
      rows.push({
        productId,
        lowPrice: dollars(lowest),
        midPrice: dollars(mid),
        highPrice: dollars(highest),
        marketPrice: dollars(market),
        directLowPrice: dollars(direct),
        subTypeName: series.variantOf(i),
      })
    }
  }
  return rows
}

const productsOf = ({ categoryId, records }: MadeGroup): unknown[] =>
  records
    .filter(({ productId }) => isKnown(productId))
    .map(({ productId, record: { category: _category, group, ...record } }) => ({
      productId,
      ...record,
      categoryId,
      groupId: group.groupId,
    }))

const categories = () =>
  [...new Map([...groups.values()].map(({ facts }) => [facts.category.categoryId, facts.category])).values()].map((category) => ({
    ...category,
    modifiedOn: '2025-10-01T00:00:00',
    seoCategoryName: category.name,
    isScannable: true,
    popularity: 0,
    isDirect: true,
  }))
const groupsOf = (categoryId: number) =>
  [...groups.values()]
    .filter((group) => group.categoryId === categoryId)
    .map(({ facts }) => ({ ...facts.group, modifiedOn: '2025-10-01T00:00:00', categoryId }))

const send = (res: ServerResponse, results: readonly unknown[] | null): void => {
  if (results === null) return void res.writeHead(404).end()
  res.writeHead(200, { 'content-type': 'application/json' })
  res.end(JSON.stringify({ totalItems: results.length, success: true, errors: [], results }))
}

const server = createServer((req, res) => {
  const [, kind, category, group, what] = (req.url ?? '').split('/')
  const found = groups.get(Number(group))
  if (req.method === 'POST') {
    advance()
    res.end(String(today.day))
  } else if (kind === 'last-updated.txt') res.end(`${new Date(builtAtMs(today.day)).toISOString().slice(0, 19)}+0000\n`)
  else if (category === 'categories') send(res, categories())
  else if (group === 'groups') send(res, groupsOf(Number(category)))
  else if (what === 'products') send(res, found ? productsOf(found) : null)
  else send(res, found ? pricesOf(found) : null)
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.stdout.write(`http://127.0.0.1:${port} with ${groups.size} sets and ${series.count} series\n`)
})
