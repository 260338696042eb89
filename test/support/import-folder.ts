import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after } from 'node:test'
import { openIndex } from '../../src/catalog/index/catalog-index.ts'

/** A folder for what a test file imports; it goes when the tests have ended. */
export const folder = await mkdtemp(join(tmpdir(), 'import-'))
after(() => rm(folder, { recursive: true }))

export const now = () => new Date('2026-11-21T10:00:00.000Z')

export const write = async (path: string, body: string | Uint8Array): Promise<string> => {
  const file = join(folder, path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, body)
  return file
}

export const open = async (file: string) => {
  const bytes = await readFile(file)
  return openIndex(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length))
}

/** A list of TCGCSV. */
export const envelope = (results: readonly unknown[]): string =>
  JSON.stringify({ totalItems: results.length, success: true, errors: [], results })

/** A product as TCGCSV lists it. */
export const product = (productId: number, name: string, number: string | null) => ({
  productId,
  name,
  cleanName: name,
  imageUrl: `https://images.example/${productId}_200w.jpg`,
  url: `https://shop.example/product/${productId}/pokemon-base-set-${name.toLowerCase()}`,
  extendedData: number === null ? [] : [{ name: 'Number', displayName: 'Card Number', value: number }],
})
