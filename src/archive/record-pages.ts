import { ArchiveDamagedError } from './damage.ts'
import { contentFormats, pack, unpack } from './format/packing.ts'
import { recordPageOf } from './months.ts'
import type { ArchiveStore, ProductPage } from './ports.ts'
import type { RecordedProduct } from './recording.ts'

/** No page of records comes near. */
const maxPageBytes = 2 ** 27

/** A page is lines of product id, space and JSON record, by product, so that one is cut out without parsing others. */
const textOf = (content: Uint8Array): string =>
  Buffer.from(unpack(contentFormats.recordPage, content, maxPageBytes)).toString()

const emptyPage = '\n'

/** A page whose products are all gone. */
const packedEmptyPage = (): Uint8Array => pack(contentFormats.recordPage, Buffer.from(emptyPage))

const parseLine = (line: string): RecordedProduct => {
  const space = line.indexOf(' ')
  const productId = Number(line.slice(0, space))
  try {
    return { productId, record: JSON.parse(line.slice(space + 1)) as unknown }
  } catch (cause) {
    throw new ArchiveDamagedError(`The record of product ${productId} cannot be read.`, { cause })
  }
}

/** All records of a page. @throws ArchiveDamagedError */
export const recordsOf = (content: Uint8Array): readonly RecordedProduct[] =>
  textOf(content)
    .split('\n')
    .filter((line) => line !== '')
    .map(parseLine)

/** What a source says of all its products, in order; for a catalogue that is built from the database alone. */
export const readProductRecords = async function* (
  store: ArchiveStore,
  source: string,
): AsyncGenerator<RecordedProduct> {
  const head = await store.head(source)
  if (head === null) return
  for await (const { content } of store.productPages(source, head.sequence)) yield* recordsOf(content)
}

/** One record of a page; `null` when the product has none there. @throws ArchiveDamagedError */
export const recordInPage = (content: Uint8Array, productId: number): unknown => {
  const text = textOf(content)
  const start = text.indexOf(`\n${productId} `)
  return start < 0 ? null : parseLine(text.slice(start + 1, text.indexOf('\n', start + 1))).record
}

/** Lines are packed when so many characters wait, so that half a million records need some 60 MB, not 400. */
const waitingLength = 2 ** 25

interface PageLines {
  readonly packed: Uint8Array[]
  waiting: string[]
}

/** Sorts records, which come in any order, into pages. */
const collectPages = async (
  records: Iterable<RecordedProduct> | AsyncIterable<RecordedProduct>,
): Promise<ReadonlyMap<number, PageLines>> => {
  const pages = new Map<number, PageLines>()
  let length = 0
  const packWaiting = (): void => {
    for (const page of pages.values()) {
      if (page.waiting.length === 0) continue
      page.packed.push(pack(contentFormats.recordPage, Buffer.from(page.waiting.join(''))))
      page.waiting = []
    }
    length = 0
  }
  for await (const { productId, record } of records) {
    const page = pages.get(recordPageOf(productId)) ?? { packed: [], waiting: [] }
    pages.set(recordPageOf(productId), page)
    const line = `${productId} ${JSON.stringify(record)}\n`
    page.waiting.push(line)
    length += line.length
    if (length > waitingLength) packWaiting()
  }
  return pages
}

const idOf = (line: string): number => Number(line.slice(0, line.indexOf(' ')))

const pageText = ({ packed, waiting }: PageLines): string => {
  const lines = [...packed.map(textOf), ...waiting].join('').split('\n').slice(0, -1)
  lines.sort((a, b) => idOf(a) - idOf(b))
  for (let index = 1; index < lines.length; index++)
    if (idOf(lines[index - 1] as string) === idOf(lines[index] as string))
      throw new RangeError(`Product ${idOf(lines[index] as string)} stands twice among the records.`)
  return `\n${lines.map((line) => `${line}\n`).join('')}`
}

/**
 * The pages that differ from those that are kept. A page whose products are all gone becomes an empty one.
 * @throws RangeError when a product stands twice
 */
export const changedRecordPages = async function* (
  store: ArchiveStore,
  source: string,
  upTo: number,
  records: Iterable<RecordedProduct> | AsyncIterable<RecordedProduct>,
): AsyncGenerator<ProductPage> {
  const given = await collectPages(records)
  const seen = new Set<number>()
  for await (const { page, content } of store.productPages(source, upTo)) {
    seen.add(page)
    const lines = given.get(page)
    const text = lines === undefined ? emptyPage : pageText(lines)
    if (text !== textOf(content)) yield { page, content: pack(contentFormats.recordPage, Buffer.from(text)) }
  }
  for (const [page, lines] of [...given].sort(([a], [b]) => a - b))
    if (!seen.has(page)) yield { page, content: pack(contentFormats.recordPage, Buffer.from(pageText(lines))) }
}

/**
 * The pages that say something else than they did up to an earlier sequence, as they were then; those that came later
 * are empty. What a sweep has removed cannot come back.
 */
export const formerRecordPages = async function* (
  store: ArchiveStore,
  source: string,
  { from, to }: { readonly from: number; readonly to: number },
): AsyncGenerator<ProductPage> {
  const former = store.productPages(source, to)[Symbol.asyncIterator]()
  let before = await former.next()
  for await (const { page, content } of store.productPages(source, from)) {
    while (!before.done && before.value.page < page) before = await former.next()
    const then = !before.done && before.value.page === page ? before.value.content : packedEmptyPage()
    if (Buffer.compare(content, then) !== 0) yield { page, content: then }
  }
}
