import assert from 'node:assert/strict'
import { test } from 'node:test'
import { programUrl } from './program-url.ts'

test('a program is found beside a source and beside what was packed of it', () => {
  assert.equal(programUrl('./worker', 'file:///a%20b/src/pool/pool.ts').href, 'file:///a%20b/src/pool/worker.ts')
  assert.equal(programUrl('../cli/main', 'file:///a%20b/src/app/sync.js').href, 'file:///a%20b/src/cli/main.js')
})
