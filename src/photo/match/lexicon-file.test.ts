import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { openLexicon, packLexicon } from './lexicon.ts'
import { openLexiconFile } from './lexicon-file.ts'

const packed = packLexicon([{ name: 'Luxray', number: '071/193' }])

const indexIn = (t: TestContext): string => {
  const folder = mkdtempSync(join(tmpdir(), 'names-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const index = join(folder, 'catalog.index')
  writeFileSync(index, 'an index')
  return index
}

describe('packed names beside an index', () => {
  test('are kept, in one file', (t) => {
    const index = indexIn(t)
    assert.equal(openLexiconFile(index).read(), null)
    openLexiconFile(index).keep(packed)
    const kept = openLexiconFile(index).read()
    assert.ok(kept)
    assert.deepEqual(openLexicon(kept).numbersOf('Luxray'), ['071/193'])
    assert.deepEqual(readdirSync(join(index, '..')).toSorted(), ['catalog.index', 'catalog.index.names'])
  })

  test('are packed anew when the file is damaged', (t) => {
    const index = indexIn(t)
    openLexiconFile(index).keep(packed)
    const bytes = readFileSync(`${index}.names`)
    for (const damaged of [bytes.subarray(0, 20), bytes.subarray(0, -1), Buffer.from(bytes).fill(1, 100, 101)]) {
      writeFileSync(`${index}.names`, damaged)
      assert.equal(openLexiconFile(index).read(), null)
    }
  })

  test('are not taken for those of an index that came while they were packed', (t) => {
    const index = indexIn(t)
    const before = openLexiconFile(index)
    writeFileSync(`${index}.next`, 'an index')
    renameSync(`${index}.next`, index)
    before.keep(packed)
    assert.equal(openLexiconFile(index).read(), null)
  })

  test('are simply not kept where nothing can be written', (t) => {
    const index = indexIn(t)
    mkdirSync(`${index}.names`)
    openLexiconFile(index).keep(packed)
    assert.equal(openLexiconFile(index).read(), null)
    assert.deepEqual(readdirSync(join(index, '..')).toSorted(), ['catalog.index', 'catalog.index.names'])
  })
})
