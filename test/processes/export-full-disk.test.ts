import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { failingDisk, noFailingDisk } from '../support/failing-disk.ts'
import { runCli } from '../support/process.ts'
import { tempFolder } from '../support/temp.ts'

test('an export onto a full disk ends with 1 and one line, and leaves what was there before', {
  skip: noFailingDisk,
}, async (t) => {
  const folder = tempFolder(t)
  const env = { DATA_DIR: join(folder, 'data') }
  mkdirSync(join(folder, '2025-10-16/62/1'), { recursive: true })
  const results = Array.from({ length: 5_000 }, (_, at) => ({
    productId: at + 1,
    marketPrice: 1.5,
    subTypeName: 'Normal',
  }))
  writeFileSync(join(folder, '2025-10-16/62/1/prices'), JSON.stringify({ success: true, errors: [], results }))
  assert.equal((await runCli(['archive', 'import', join(folder, '2025-10-16')], env)).status, 0)
  mkdirSync(join(folder, 'exports'))
  const disk = failingDisk(t, join(folder, 'exports'))
  for (const name of ['prices.csv', 'prices.parquet']) {
    const file = join(folder, 'exports', name)
    writeFileSync(file, 'before')
    for (const order of ['write ENOSPC', 'fsync ENOSPC'] as const) {
      disk.fail(order)
      const { status, err } = await runCli(['archive', 'export', '--from', '2025-10-16', '--to', '2025-10-16', file], {
        ...env,
        ...disk.env,
      })
      assert.deepEqual(
        [status, err.trim().split('\n').at(-1)],
        [1, `${file}: the disk is full; nothing was kept of the export`],
        order,
      )
      disk.heal()
    }
    assert.equal(readFileSync(file, 'utf8'), 'before')
  }
  assert.deepEqual(readdirSync(join(folder, 'exports')).sort(), ['prices.csv', 'prices.parquet'])
})
