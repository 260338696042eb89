/**
 * Reads a folder of card photos and writes one CSV line for each card on them: what was read, which printing it is and what it is worth. One request a photo.
 *
 *   BASE=http://127.0.0.1:8787 KEY=cmd_… node examples/photos-to-csv.ts photos/ > cards.csv
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CardMarketError, createClient } from 'card-market-data-client'

const client = createClient({ baseUrl: process.env.BASE ?? 'http://127.0.0.1:8787', key: process.env.KEY })
const folder = process.argv[2] ?? '.'

/** A cell that a spreadsheet would run as a formula gets an apostrophe, so that it stays text: anything may be printed on a photo. */
const quoted = (cell: string | number | null): string => {
  const text = cell === null ? '' : String(cell)
  const safe = typeof cell === 'string' && /^\s*[=+\-@＝＋－＠]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const line = (cells: readonly (string | number | null)[]): string => cells.map(quoted).join(',')

console.log('file,read,language,confidence,productId,product,set,number,marketPrice,advice')
for (const file of (await readdir(folder)).filter((name) => /\.(?:png|jpe?g|webp)$/i.test(name)).sort()) {
  try {
    const { data } = await client.identifyPhoto(await readFile(join(folder, file)))
    for (const { ocr, identification } of data.cards.length > 0 ? data.cards : [data]) {
      const best = ocr.advice === 'take' ? identification?.candidates[0] : undefined
      const found = best
        ? [best.productId, best.name, best.setName, best.cardNumber, best.marketPrice]
        : [null, null, null, null, null]
      const { query, language } = ocr.suggested
      console.log(line([file, query, language, Math.round(ocr.printingConfidence), ...found, ocr.advice]))
    }
  } catch (error) {
    if (!(error instanceof CardMarketError) || error.status === 401 || error.code === 'quota_exceeded') throw error
    console.log(line([file, null, null, null, null, null, null, null, null, error.code]))
  }
}
