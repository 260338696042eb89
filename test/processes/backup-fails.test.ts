import assert from 'node:assert/strict'
import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { failingDisk, noFailingDisk } from '../support/failing-disk.ts'
import { runCli, type SpawnOptions } from '../support/process.ts'
import { tempFolder } from '../support/temp.ts'

const setUp = async (t: { after: (done: () => void) => void }) => {
  const folder = tempFolder(t)
  const env = { DATA_DIR: join(folder, 'data') }
  assert.equal((await runCli(['accounts', 'create', '--name', 'Shop', '--plan', 'starter'], env)).status, 0)
  /** The one line that says why no backup was written. */
  const refusal = async (file: string, more = {}, options: SpawnOptions = {}): Promise<string> => {
    const { status, out, err } = await runCli(['database', 'backup', file], { ...env, ...more }, options)
    assert.deepEqual([status, out, err.split('\n').length], [1, '', 2], err)
    return err.trim()
  }
  return { folder, refusal }
}

test('a backup that cannot be written says why in one line, and leaves nothing', async (t) => {
  const { folder, refusal } = await setUp(t)
  const missing = join(folder, 'none', 'x.db')
  assert.equal(
    await refusal(missing),
    `No backup was written: ${missing}: the folder ${join(folder, 'none')} does not exist.`,
  )
  assert.ok(!existsSync(join(folder, 'none')))
  const file = join(folder, 'file')
  writeFileSync(file, '')
  assert.equal(await refusal(join(file, 'x.db')), `No backup was written: ${file}/x.db: ${file} is no folder.`)
  const locked = join(folder, 'locked')
  mkdirSync(locked)
  chmodSync(locked, 0o500)
  // Root may write everywhere but for the right that overrides rights.
  const tracer = process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override', '--inh-caps=-dac_override'] : []
  assert.equal(
    await refusal(join(locked, 'x.db'), {}, { tracer }),
    `No backup was written: ${locked}/x.db: this user may not write to ${locked}.`,
  )
})

test('a backup onto a full disk says so, and leaves no half copy', { skip: noFailingDisk }, async (t) => {
  const { folder, refusal } = await setUp(t)
  const disk = failingDisk(t, 'copies')
  const copies = join(folder, 'copies')
  mkdirSync(copies)
  disk.fail('write ENOSPC')
  const file = join(copies, 'x.db')
  assert.equal(await refusal(file, disk.env), `No backup was written: ${file}: the disk has no room for it.`)
  assert.deepEqual(readdirSync(copies), [])
})
