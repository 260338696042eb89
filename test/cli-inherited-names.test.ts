import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readList } from '../packages/client/src/client.ts'
import { inheritedNames } from './support/hostile-texts.ts'
import { runCommand } from './support/run-command.ts'
import { tempFolder } from './support/temp.ts'

test('a name that every object has is no command, option, plan, form or setting', async (t) => {
  const DATA_DIR = tempFolder(t)
  const settings = ['MARKET_SOURCE', 'LOG_FORMAT', 'LOG_LEVEL', 'DATABASE_URL', 'TCGCSV_CATEGORIES', 'PRICE_ARCHIVE']
  for (const name of inheritedNames) {
    const runs = [
      ...[[name], ['help', name], ['accounts', name], ['accounts', 'list', `--${name}`], ['doctor', `--${name}=x`]],
      ...[
        ['accounts', 'create', '--name', 'Shop', '--plan', name],
        ['accounts', 'show', name],
        ['market', name],
      ],
      ...[
        ['usage', '--all', '--by', name],
        ['usage', '--all', '--month', name],
        ['usage', '--account', name],
      ],
      ['archive', 'export', 'x', '--format', name, '--from', '2026-01-01', '--to', '2026-01-01'],
      ['archive', 'status', '--source', name],
    ].map((args) => ({ args, env: {} }))
    const set = settings.map((setting) => ({ args: ['accounts', 'list'], env: { [setting]: name } }))
    for (const { args, env } of [...runs, ...set]) {
      const { status, out, err } = await runCommand(args, { DATA_DIR, ...env })
      assert.doesNotMatch(out + err, /TypeError|not a function|undefined|native code/, args.join(' '))
      if (args.length > 2) assert.ok(status > 0 || Object.keys(env).length > 0, args.join(' '))
    }
  }
})

test('a name that every object has is a word of a list as any other: as a head, a name, and in every cell', () => {
  for (const name of inheritedNames) {
    const heads = ['name', 'condition', 'language', 'set code', 'foil', 'game', 'category', 'quantity']
    for (const more of ['manabox id', 'tradelist count,edition', name]) {
      const [row] = readList(`${heads},${more}\n${heads.map(() => name)}`)
      const { q, set, condition, language } = row?.entry ?? {}
      assert.deepEqual([q, set, condition, language], [name, name, name, name], `${name} beside ${more}`)
    }
    assert.equal(readList(`1 ${name}`)[0]?.entry?.q, name)
  }
})
