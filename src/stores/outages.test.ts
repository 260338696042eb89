import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DatabaseError } from 'pg'
import { isPostgresUnavailable } from './postgres-database.ts'
import { isSqliteUnavailable } from './sqlite-database.ts'

test('SQLite is unavailable when its file, disk or lock is, and not when a statement is wrong', () => {
  const failure = (errcode: number) => Object.assign(new Error('from SQLite'), { code: 'ERR_SQLITE_ERROR', errcode })
  // Busy, a snapshot that is out of date, I/O while reading, full, read-only, cannot open, corrupt, too big, none.
  for (const errcode of [5, 517, 266, 13, 8, 1_032, 14, 11, 18, 26])
    assert.equal(isSqliteUnavailable(failure(errcode)), true, `${errcode}`)
  // An unknown table or column, a broken constraint, a misused interface, a type that cannot be bound.
  for (const errcode of [1, 19, 2_067, 21, 20]) assert.equal(isSqliteUnavailable(failure(errcode)), false, `${errcode}`)
  assert.equal(isSqliteUnavailable(new Error('Account acc_1 is on an unknown plan.')), false)
})

test('PostgreSQL is unavailable when it is silent, stopping, full or slow, not when a statement is wrong', () => {
  const answer = (code: string) => Object.assign(new DatabaseError('from PostgreSQL', 1, 'error'), { code })
  for (const code of '08006 53300 53100 57P01 57014 58030 25006 55P03 40001 40P01 XX002'.split(' '))
    assert.equal(isPostgresUnavailable(answer(code)), true, code)
  for (const code of ['42P01', '42703', '42601', '23505', '22003', '22P02', '25P02'])
    assert.equal(isPostgresUnavailable(answer(code)), false, code)
  for (const message of ['Connection terminated unexpectedly', 'Query read timeout', 'read ECONNRESET'])
    assert.equal(isPostgresUnavailable(new Error(message)), true, message)
  assert.equal(isPostgresUnavailable(new TypeError('Converting circular structure to JSON')), false)
})
