import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { writeFileAtomically } from './write-file-atomically.ts'

describe('writeFileAtomically', () => {
  test('replaces a file whole and leaves nothing beside it, also when it fails', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'index-'))
    try {
      const file = join(folder, 'catalog.idx')
      await writeFile(file, 'old')
      await writeFileAtomically(file, Buffer.from('new'))
      assert.equal(await readFile(file, 'utf8'), 'new')
      await assert.rejects(writeFileAtomically(join(folder, 'none', 'catalog.idx'), Buffer.from('x')))
      assert.deepEqual(await readdir(folder), ['catalog.idx'])
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})
