import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildIndex } from '../../src/catalog/index/build/build-index.ts'
import type { CatalogIndex } from '../../src/catalog/index/catalog-index.ts'
import { openLocalCatalog } from '../../src/catalog/index/local-catalog.ts'
import { catalogFiles, readSharedCatalog } from '../shared-catalog.ts'

const source = join(import.meta.dirname, '../../src')

/**
 * Where the built index is kept: another place whenever the catalogue's files or the code that makes an index of them
 * change.
 */
const cachedIndexFile = (): string => {
  const hash = createHash('sha256')
  for (const file of catalogFiles) {
    const { mtimeMs, size } = statSync(file)
    hash.update(`${mtimeMs} ${size} `)
  }
  for (const file of globSync(['catalog/import/**/*.ts', 'catalog/index/**/*.ts', 'cards/*.ts'], {
    cwd: source,
  }).sort())
    hash.update(readFileSync(join(source, file)))
  const folder = join(tmpdir(), 'card-market-photo-eval')
  mkdirSync(folder, { recursive: true })
  return join(folder, `${hash.digest('hex').slice(0, 16)}.index`)
}

/** The file of the built index of the real catalogue; it is built once, which takes about half a minute. */
export const sharedIndexFile = async (): Promise<string> => {
  const file = cachedIndexFile()
  if (!existsSync(file)) {
    const draft = `${file}.${process.pid}`
    writeFileSync(draft, new Uint8Array(buildIndex(await readSharedCatalog())))
    renameSync(draft, file)
  }
  return file
}

/**
 * Opens the shared catalogue; its index is built once, which takes seconds, and kept in a folder for temporary files.
 */
export const openEvalCatalog = async (): Promise<CatalogIndex> => {
  const file = await sharedIndexFile()
  const catalog = await openLocalCatalog({ file })
  catalog.close()
  const index = catalog.index()
  if (index === null) throw new Error(`${file} cannot be used: ${catalog.problem()}`)
  return index
}
