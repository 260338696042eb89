import assert from 'node:assert/strict'
import { chownSync, existsSync, linkSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { tempFolder } from '../../test/support/temp.ts'
import { withFileLock } from './file-lock.ts'
import { giveToFolderOwner } from './folder-owner.ts'
import { makeFolder } from './make-folder.ts'
import { writeFileAtomically, writePiecesAtomically } from './write-file-atomically.ts'

const skip = process.getuid?.() === 0 ? undefined : 'only root makes files for others'
const user = 65_534

const ownersIn = (folder: string) => readdirSync(folder).map((name) => [name, statSync(join(folder, name)).uid])

test('what root makes in a folder of another user belongs to that user', { skip }, async (t) => {
  const folder = tempFolder(t)
  chownSync(folder, user, user)
  await writeFileAtomically(join(folder, 'a'), Buffer.from('x'))
  makeFolder(join(folder, 'b', 'c'))
  await writePiecesAtomically(join(folder, 'e'), (sink) => sink(Buffer.from('x')))
  await withFileLock(join(folder, 'd'), 'test', async () => {
    assert.equal(statSync(join(folder, 'd.lock.holder')).uid, user)
  })
  assert.deepEqual(ownersIn(folder), [
    ['a', user],
    ['b', user],
    ['d.lock', user],
    ['e', user],
  ])
  assert.equal(statSync(join(folder, 'b', 'c')).gid, user)
})

test('what root makes in a folder of its own stays root’s', { skip }, async (t) => {
  const folder = tempFolder(t)
  await writeFileAtomically(join(folder, 'a'), Buffer.from('x'))
  assert.deepEqual(ownersIn(folder), [['a', 0]])
})

test('the owner of a folder is given nothing of root’s by a link', { skip }, async (t) => {
  const place = tempFolder(t)
  const folder = join(place, 'theirs')
  mkdirSync(folder)
  const secret = join(place, 'secret')
  writeFileSync(secret, 'root’s')
  symlinkSync(secret, join(folder, 'symbolic'))
  linkSync(secret, join(folder, 'hard'))
  symlinkSync(secret, join(folder, 'index.lock'))
  chownSync(folder, user, user)
  for (const name of ['symbolic', 'hard', 'none']) giveToFolderOwner(join(folder, name))
  await withFileLock(join(folder, 'index'), 'test', async () => {}).catch(() => {})
  assert.deepEqual([statSync(secret).uid, existsSync(join(folder, 'none'))], [0, false])
})
