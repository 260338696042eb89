import { readFileSync } from 'node:fs'
import { openIndex } from '../../catalog/index/catalog-index.ts'
import { packLexicon } from '../../photo/match/lexicon.ts'
import { openLexiconFile } from '../../photo/match/lexicon-file.ts'

/**
 * Names and numbers of an index file, packed for the readers of photos; packing takes a second for 150,000 products, so
 * it is kept beside the index.
 * @throws when there is no index, or a damaged one
 */
export const cardNamesOf = (indexFile: string): SharedArrayBuffer => {
  const file = openLexiconFile(indexFile)
  const kept = file.read()
  if (kept) return kept
  const bytes = readFileSync(indexFile)
  const index = openIndex(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer)
  const packed = packLexicon(index.entries())
  file.keep(packed)
  return packed
}

/** Whether the packed names of an index file lie beside it, whole and of that index. */
export const hasCardNames = (indexFile: string): boolean => openLexiconFile(indexFile).read() !== null
