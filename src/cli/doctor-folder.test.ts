import assert from 'node:assert/strict'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { tempFolder } from '../../test/support/temp.ts'
import { readConfig } from '../app/configuration/config.ts'
import { checkFolder } from './doctor-folder.ts'

test('a folder that others may enter with a database in it is a warning, with the command to close it', async (t) => {
  const folder = tempFolder(t)
  chmodSync(folder, 0o755)
  const open = checkFolder(await readConfig({ DATA_DIR: folder }))
  assert.deepEqual([open.state, open.fix], ['warning', `chmod 700 ${folder}`])
  assert.match(open.detail, /mode 755/)
  assert.equal(
    checkFolder(await readConfig({ DATA_DIR: folder, DATABASE_URL: 'postgres://127.0.0.1/cards' })).state,
    'ok',
  )
  chmodSync(folder, 0o700)
  assert.equal(checkFolder(await readConfig({ DATA_DIR: folder })).state, 'ok')
})

test('a folder that every user may write to is a warning with PostgreSQL too', async (t) => {
  const folder = tempFolder(t)
  chmodSync(folder, 0o1777)
  const { state, detail } = checkFolder(
    await readConfig({ DATA_DIR: folder, DATABASE_URL: 'postgres://127.0.0.1/cards' }),
  )
  assert.deepEqual([state, detail], ['warning', `others on this machine may write to ${folder} (mode 1777)`])
})

test('a DATA_DIR that is a file is told apart from one that the first start makes', async (t) => {
  const folder = tempFolder(t)
  const file = join(folder, 'file')
  writeFileSync(file, '')
  assert.equal(checkFolder(await readConfig({ DATA_DIR: file })).state, 'error')
  assert.equal(
    checkFolder(await readConfig({ DATA_DIR: join(folder, 'new') })).fix?.split(';')[0],
    'the first start makes it',
  )
})

const isRoot = process.getuid?.() === 0

test('a folder that this user cannot write to is an error', {
  skip: isRoot && 'root can write everywhere',
}, async (t) => {
  const folder = tempFolder(t)
  chmodSync(folder, 0o500)
  assert.match(checkFolder(await readConfig({ DATA_DIR: folder })).detail, /cannot be written/)
})
