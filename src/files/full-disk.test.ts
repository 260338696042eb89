import assert from 'node:assert/strict'
import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { test } from 'node:test'
import { fullDiskMessage } from './full-disk.ts'

const errorWith = (fields: object, message = 'no room') => Object.assign(new Error(message), fields)
const folder = tmpdir()

test('a full disk is named whatever said so, and however deep', () => {
  const full = [
    errorWith({ code: 'ENOSPC' }),
    errorWith({ code: 'EDQUOT' }),
    errorWith({ code: 'ERR_SQLITE_ERROR', errcode: 13 }),
    new Error('outer', { cause: new Error('middle', { cause: errorWith({ errcode: 13 }) }) }),
  ]
  for (const error of full) {
    const message = fullDiskMessage(error, folder) ?? ''
    assert.ok(message.startsWith(`The disk that holds ${folder} is full (no room, `), message)
    assert.match(message, /MB are free\): free some space and try again\.$/)
  }
  const elsewhere = errorWith({ code: 'ENOSPC', path: '/elsewhere/prices.csv' })
  assert.match(fullDiskMessage(elsewhere, folder) ?? '', /The disk that holds \/elsewhere is full/)
  assert.match(fullDiskMessage(errorWith({ code: '53100' }), folder) ?? '', /database's server is full/)
})

test('other failures are not taken for a full disk', () => {
  for (const error of [errorWith({ code: 'ENOENT' }), errorWith({ errcode: 5 }), 'no room', null])
    assert.equal(fullDiskMessage(error, folder), null)
})

test('a failed read or write of SQLite means a full disk only where no room is left', () => {
  const { bavail, bsize } = statfsSync(folder)
  const message = fullDiskMessage(errorWith({ errcode: 10 + 18 * 256 }), folder)
  assert.equal(message !== null, bavail * bsize < 4 * 1_048_576)
})
