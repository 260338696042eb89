/**
 * Reads a folder of card photos and writes one CSV line for each card on them: what was read, which printing it is and
 * what it is worth. A graded card is worth another price than the catalogue's: its cell is left empty. One request a
 * photo.
 *
 *   KEY=cmd_… node examples/photos-to-csv.mjs photos/ > cards.csv
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CardMarketError, createClient, writeCsv } from 'card-market-data-client'

const client = createClient({ baseUrl: process.env.BASE ?? 'http://127.0.0.1:8787', key: process.env.KEY })
const folder = process.argv[2] ?? '.'

/**
 * Prints one line; anything may be printed on a photo, and no cell becomes a formula.
 * @param {(string | number | null)[]} cells
 */
const print = (...cells) => process.stdout.write(writeCsv([cells]))

print(
  ...['file', 'read', 'language', 'grade', 'certificate', 'confidence'],
  ...['productId', 'product', 'set', 'number', 'marketPrice', 'advice'],
)
for (const file of (await readdir(folder)).filter((name) => /\.(?:png|jpe?g|webp)$/i.test(name)).sort()) {
  try {
    const { data } = await client.identifyPhoto(await readFile(join(folder, file)))
    for (const { ocr, identification } of data.cards.length > 0 ? data.cards : [data]) {
      const { query, language, condition, certificate } = ocr.suggested
      const card = ocr.advice === 'take' ? identification?.candidates[0] : undefined
      const found = card
        ? [card.productId, card.name, card.setName, card.cardNumber, condition === null ? card.marketPrice : null]
        : Array(5).fill(null)
      print(
        ...[file, query, language, condition, certificate, Math.round(ocr.printingConfidence)],
        ...[...found, ocr.advice],
      )
    }
  } catch (error) {
    // A photo that cannot be read has its line; a key or a month that is at its end ends the list.
    if (!(error instanceof CardMarketError) || error.status === 401 || error.code === 'quota_exceeded') throw error
    print(file, ...Array(10).fill(null), error.code)
  }
}
