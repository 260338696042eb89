import assert from 'node:assert/strict'
import { readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { tempFolder } from '../../test/support/temp.ts'
import { fingerprintBytes } from '../photo/image/fingerprint.ts'
import { openBuildJournal } from './build-journal.ts'
import { FingerprintFileError, openFingerprintFile, writeFingerprintFile } from './fingerprint-file.ts'

const filled = (value: number): Uint8Array => new Uint8Array(fingerprintBytes).fill(value)

const written = async (t: Parameters<typeof tempFolder>[0]): Promise<string> => {
  const file = join(tempFolder(t), 'catalog.index.pictures')
  await writeFingerprintFile(
    file,
    new Map([
      [900, filled(9)],
      [7, filled(1)],
      [4_000_000_000, filled(4)],
    ]),
  )
  return file
}

test('each product finds its own fingerprint again, and one that was never written finds none', async (t) => {
  const opened = await openFingerprintFile(await written(t))
  assert.ok(opened)
  t.after(opened.close)
  assert.deepEqual([...opened.productIds], [7, 900, 4_000_000_000])
  for (const [productId, value] of [
    [7, 1],
    [900, 9],
    [4_000_000_000, 4],
  ] as const)
    assert.deepEqual(await opened.read(productId).then((bytes) => bytes && [...bytes]), [...filled(value)])
  assert.equal(await opened.read(8), null)
  assert.ok(opened.sizeBytes < 3 * 600)
})

test('no file is no error, an empty build is a file', async (t) => {
  const file = join(tempFolder(t), 'none')
  assert.equal(await openFingerprintFile(file), null)
  await writeFingerprintFile(file, new Map())
  const opened = await openFingerprintFile(file)
  assert.equal(opened?.productIds.length, 0)
  await opened?.close()
})

test('a file with any bit flipped, cut off anywhere or grown is refused with what to do', async (t) => {
  const file = await written(t)
  const whole = readFileSync(file)
  const refuses = () =>
    assert.rejects(openFingerprintFile(file), (error: Error) => {
      assert.ok(error instanceof FingerprintFileError)
      assert.match(error.message, /cannot be used: .*Remove it and run catalog pictures build\./)
      return true
    })
  for (let at = 0; at < whole.length; at += 13) {
    const damaged = Buffer.from(whole)
    damaged[at] = (damaged[at] as number) ^ (1 << (at % 8))
    writeFileSync(file, damaged)
    await refuses()
  }
  for (const length of [0, 3, 23, 24, 100, whole.length - 1]) {
    writeFileSync(file, whole)
    truncateSync(file, length)
    await refuses()
  }
  writeFileSync(file, Buffer.concat([whole, Buffer.alloc(1)]))
  await refuses()
})

test('a journal keeps what was written whole, up to the first record that is cut off or damaged', (t) => {
  const file = join(tempFolder(t), 'journal')
  const journal = openBuildJournal(file)
  journal.add(1, filled(1))
  journal.add(2, null)
  journal.add(3, filled(3))
  journal.close()
  const whole = readFileSync(file)
  const knownAfter = (bytes: Buffer): number[] => {
    writeFileSync(file, bytes)
    const opened = openBuildJournal(file)
    const known = [...opened.known.keys()]
    opened.add(9, filled(9))
    opened.close()
    const again = openBuildJournal(file)
    assert.deepEqual([...again.known.keys()], [...known, 9])
    assert.deepEqual(again.known.get(9), filled(9))
    again.close()
    return known
  }
  assert.deepEqual(knownAfter(whole), [1, 2, 3])
  assert.deepEqual(knownAfter(whole.subarray(0, -1)), [1, 2])
  assert.deepEqual(knownAfter(Buffer.concat([whole.subarray(0, 700), Buffer.from([255]), whole.subarray(701)])), [1])
})
