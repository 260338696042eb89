import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { PassThrough } from 'node:stream'
import { describe, test } from 'node:test'
import type { Account, AuditEntry } from '../src/accounts/ports.ts'
import { askFor } from '../src/cli/confirm.ts'
import { assertRefused, runCommand } from './support/run-command.ts'
import { tempFolder } from './support/temp.ts'

describe('accounts on the command line', () => {
  test('an account is suspended, resumed, renamed, closed, deleted; a repetition changes nothing', async (t) => {
    const env = { DATA_DIR: tempFolder(t), AUDIT_ACTOR: 'deploy tool' }
    const run = async (...args: string[]) => {
      const { status, out, err } = await runCommand(args, env)
      assert.equal(status, 0, err)
      return out.trim()
    }
    const id = await run('accounts', 'create', '--name', 'Corner Shop', '--plan', 'starter', '--quiet')
    assert.match(id, /^acc_\w{12}$/)
    assert.match(await run('keys', 'issue', '--account', id, '--quiet'), /^cmd_\w+$/)
    const state = async (...args: string[]) => {
      const { account, isChanged } = JSON.parse(await run('accounts', ...args, '--json')) as {
        account: Account & { state: string }
        isChanged?: boolean
      }
      return [account.state, account.name, account.suspendedReason, isChanged]
    }
    assert.deepEqual(await state('show', id), ['open', 'Corner Shop', null, undefined])
    assert.deepEqual(await state('suspend', id, '--reason', 'unpaid'), ['suspended', 'Corner Shop', 'unpaid', true])
    assert.deepEqual(await state('suspend', id), ['suspended', 'Corner Shop', 'unpaid', false])
    assert.match(await run('accounts', 'show', id), /suspended .*\nSuspended: unpaid$/)
    assert.match(await run('accounts', 'list'), /state .*used.*\n.*Corner Shop +suspended .* 0 /)
    assert.deepEqual(await state('resume', id), ['open', 'Corner Shop', null, true])
    assert.match(await run('accounts', 'resume', id), /\nNothing was changed: the account was not suspended\.$/)
    assert.deepEqual(await state('rename', id, 'Market Stall'), ['open', 'Market Stall', null, true])
    await assertRefused([[`accounts delete ${id} --yes`, 1, /suspend or close it first/]], env)
    assert.deepEqual(await state('close', id), ['closed', 'Market Stall', null, true])
    assert.match(await run('accounts', 'close', id), /\nNothing was changed: the account was closed already\.$/)
    await assertRefused(
      [
        [`accounts plan ${id} scale`, 1, /is closed, and that is for good/],
        [`accounts suspend ${id}`, 1, /is closed, and that is for good/],
        [`accounts resume ${id}`, 1, /is closed, and that is for good/],
        [`accounts delete ${id}`, 2, /needs --yes/],
      ],
      env,
    )
    assert.deepEqual(JSON.parse(await run('accounts', 'delete', id, '--yes', '--json')), {
      deleted: { id },
      isStillRead: false,
    })
    assert.equal((await runCommand(['accounts', 'show', id], env)).status, 1)
    assert.deepEqual(JSON.parse(await run('accounts', 'list', '--json')), { accounts: [] })
    const { entries } = JSON.parse(await run('audit', 'list', '--account', id, '--json')) as { entries: AuditEntry[] }
    assert.deepEqual(
      entries.map(({ action }) => action.split('.')[1]),
      ['created', 'issued', 'suspended', 'resumed', 'renamed', 'closed', 'revoked', 'deleted'],
    )
    assert.ok(entries.every(({ actor }) => actor === 'deploy tool'))
    assert.match(await run('audit', 'list'), /^at +actor .*\n.*account\.created/)
    assert.equal(await run('audit', 'list', '--since', '2999-01-01'), 'No change was recorded.')
  })

  test('a deletion says that a reader keeps the name in the file, which it leaves once that has ended', async (t) => {
    const env = { DATA_DIR: tempFolder(t) }
    const file = join(env.DATA_DIR, 'accounts.db')
    const create = ['accounts', 'create', '--name', 'Corner Shop', '--plan', 'starter', '--quiet']
    const { out: id } = await runCommand(create, env)
    const reader = new DatabaseSync(file)
    reader.exec('begin; select * from accounts')
    const { status, out, err } = await runCommand(['accounts', 'delete', id.trim(), '--yes'], env)
    assert.equal(status, 0, err)
    assert.match(
      out,
      /^Deleted account .*\n.* reads \S+accounts\.db keeps the name in it: .* after that has ended\.\n$/,
    )
    assert.ok(readFileSync(file).includes('Corner Shop'))
    reader.exec('commit')
    reader.close()
    assert.ok(!existsSync(`${file}-wal`) && !readFileSync(file).includes('Corner Shop'))
  })

  test('mistyped use says what is wrong and changes nothing', async (t) => {
    const env = { DATA_DIR: tempFolder(t) }
    await assertRefused(
      [
        ['accounts suspend', 2, /ID/],
        ['accounts suspend acc_none', 1, /no account acc_none/],
        ['accounts resume acc_none', 1, /no account acc_none/],
        ['accounts rename acc_none', 2, /ID NAME/],
        [['accounts', 'rename', 'acc_none', ' '], 2, /NAME/],
        ['accounts rename acc_none Corner Shop', 2, /"Shop"/],
        ['accounts close acc_none', 1, /no account acc_none/],
        ['accounts delete acc_none --yes', 1, /no account acc_none/],
        ['audit list --since yesterday', 2, /2026-10-31.*"yesterday"/],
        ['audit list --since 2026-02-30', 2, /2026-02-30/],
      ],
      env,
    )
    assert.equal((await runCommand(['audit', 'list'], env)).out, 'No change was recorded.\n')
  })

  test('a person agrees by typing what is at stake, and anything else changes nothing', async () => {
    const confirmation = { what: 'deletes account acc_1', expected: 'acc_1', isRequired: true }
    const ask = async (answer: string | null) => {
      const [input, output] = [new PassThrough(), new PassThrough()]
      input.end(answer === null ? '' : `${answer}\n`)
      await askFor(confirmation, { input, output })
      return String(output.read())
    }
    assert.match(await ask('acc_1'), /^This deletes account acc_1\. Type acc_1 to go on: /)
    for (const answer of ['yes', 'acc_2', '', null]) await assert.rejects(ask(answer), /Nothing was changed/)
  })
})
