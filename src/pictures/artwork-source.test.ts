import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { tempFolder } from '../../test/support/temp.ts'
import { fingerprintBytes } from '../photo/image/fingerprint.ts'
import { createArtworkSource } from './artwork-source.ts'
import { writeFingerprintFile } from './fingerprint-file.ts'

const filled = (value: number): Uint8Array => new Uint8Array(fingerprintBytes).fill(value)

test('a build, another one, damage and removal count from the next photo on; damage is reported once', async (t) => {
  const file = join(tempFolder(t), 'catalog.index.pictures')
  const reports: string[] = []
  const source = createArtworkSource(file, (error) => reports.push(String(error)))
  t.after(source.close)
  const known = async () =>
    [...(await source.fingerprintsOf([1, 2, 3]))].map(([productId, [value]]) => [productId, value])
  assert.deepEqual(await known(), [])
  await writeFingerprintFile(file, new Map([[1, filled(7)]]))
  assert.deepEqual(await known(), [[1, 7]])
  await writeFingerprintFile(
    file,
    new Map([
      [1, filled(8)],
      [3, filled(9)],
    ]),
  )
  assert.deepEqual(await known(), [
    [1, 8],
    [3, 9],
  ])
  writeFileSync(file, 'damaged')
  assert.deepEqual([await known(), await known()], [[], []])
  assert.equal(reports.length, 1)
  assert.match(reports[0] ?? '', /cannot be used/)
  rmSync(file)
  assert.deepEqual(await known(), [])
  await writeFingerprintFile(file, new Map([[2, filled(2)]]))
  assert.deepEqual(await known(), [[2, 2]])
  assert.equal(reports.length, 1)
})
