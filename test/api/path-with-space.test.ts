import assert from 'node:assert/strict'
import { cpSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { startServer } from '../support/process.ts'
import { checkReply } from '../support/service.ts'
import { tempFolder } from '../support/temp.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

test('the service serves its console and its API from a folder with a space in its name', async (t) => {
  const copy = join(tempFolder(t), 'sp ace')
  for (const part of ['package.json', 'src', 'web', 'packages'])
    cpSync(join(root, part), join(copy, part), { recursive: true, filter: (path) => !path.endsWith('node_modules') })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  const { child, address } = await startServer({ DATA_DIR: join(copy, 'data') }, join(copy, 'src/cli/main.ts'))
  t.after(() => child.kill('SIGKILL'))
  const page = await fetch(address)
  assert.equal(page.status, 200)
  assert.match(await page.text(), /<!doctype html>/i)
  const plans = await fetch(`${address}/v1/plans`)
  checkReply('GET', '/v1/plans', plans.status, plans.headers, await plans.text())
  assert.equal(plans.status, 200)
})
