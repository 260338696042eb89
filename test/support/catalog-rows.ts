import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A product of one set as a catalogue file has it. */
export const catalogRow = (productId: number, name: string, others: object = {}): object => ({
  ...{ productId, name, categoryId: 3, categoryName: 'Pokemon', groupId: 7, groupName: 'Test Set' },
  ...others,
})

/** Writes a catalogue file. @returns its path */
export const writeCatalog = (folder: string, rows: readonly object[]): string => {
  const path = join(folder, 'products.jsonl')
  writeFileSync(path, rows.map((row) => JSON.stringify(row)).join('\n'))
  return path
}
