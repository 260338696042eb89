/**
 * Reads a folder of card photos and writes one CSV line for each: what was read, which printing it is and what it is worth. One request a photo.
 *
 *   BASE=http://127.0.0.1:8787 KEY=cmd_… node examples/photos-to-csv.ts photos/ > cards.csv
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CardMarketError, confidentMatch, createClient } from 'card-market-data-client'

const client = createClient({ baseUrl: process.env.BASE ?? 'http://127.0.0.1:8787', key: process.env.KEY })
const folder = process.argv[2] ?? '.'

/** A cell that a spreadsheet would run as a formula gets an apostrophe, so that it stays text: anything may be printed on a photo. */
const quoted = (cell: string | number | null): string => {
  const text = cell === null ? '' : String(cell)
  const safe = typeof cell === 'string' && /^\s*[=+\-@＝＋－＠]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const line = (cells: readonly (string | number | null)[]): string => cells.map(quoted).join(',')

console.log('file,read,confidence,productId,product,set,number,marketPrice,state')
for (const file of (await readdir(folder)).filter((name) => /\.(?:png|jpe?g|webp)$/i.test(name)).sort()) {
  try {
    const { data } = await client.identifyPhoto(await readFile(join(folder, file)))
    const { ocr, identification } = data
    const best = identification && confidentMatch(identification)
    const found = best
      ? [best.productId, best.name, best.setName, best.cardNumber, best.marketPrice]
      : [null, null, null, null, null]
    console.log(line([file, ocr.suggested.query, Math.round(ocr.confidence), ...found, best ? 'done' : 'ask a person']))
  } catch (error) {
    if (!(error instanceof CardMarketError) || error.status === 401 || error.code === 'quota_exceeded') throw error
    console.log(line([file, null, null, null, null, null, null, null, error.code]))
  }
}
