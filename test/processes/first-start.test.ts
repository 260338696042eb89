import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engines } from '../support/engines.ts'
import { ended, runCli, startServer } from '../support/process.ts'
import { scaled } from '../support/scaled.ts'

for (const { name, skip, prepare } of await engines()) {
  test(`two processes that start at once on an empty store of ${name} make one account and one key`, {
    skip,
  }, async (t) => {
    for (let round = 0; round < scaled(2, 20); round++) {
      const env = { LOG_LEVEL: 'silent', ...(await prepare(t)) }
      const servers = await Promise.all([startServer(env), startServer(env)])
      for (const { child } of servers) child.kill('SIGTERM')
      await Promise.all(servers.map(({ child }) => ended(child)))
      const { accounts } = JSON.parse((await runCli(['accounts', 'list', '--json'], env)).out)
      assert.equal(accounts.length, 1, `round ${round}`)
      assert.equal(servers.filter(({ key }) => key !== null).length, 1, `round ${round}`)
    }
  })
}
