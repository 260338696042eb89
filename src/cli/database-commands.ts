import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Command } from './command.ts'
import { UsageError } from './command.ts'
import { withExistingStore, withStore } from './with-store.ts'

export class DamageError extends Error {
  override readonly name = 'DamageError'
  readonly exitStatus = 1
}

export const databaseCommands: readonly Command[] = [
  {
    name: 'database migrate',
    usage: '',
    summary: 'bring the schema up to date',
    options: {},
    operands: [0, 0],
    run: (context) =>
      withStore(context, async ({ migrated }) => ({
        json: { migrated },
        lines: [migrated.length > 0 ? `Ran ${migrated.join(', ')}.` : 'The schema is up to date.'],
      })),
  },
  {
    name: 'database check',
    usage: '',
    summary: 'read the whole database and report damage',
    options: {},
    operands: [0, 0],
    run: (context) =>
      withExistingStore(context, async (store) => {
        const found = await store.check()
        if (found[0] !== 'ok') throw new DamageError(`The database is damaged: ${found[0]}`)
        return { json: { ok: true }, lines: ['The database is sound.'] }
      }),
  },
  {
    name: 'database backup',
    usage: 'FILE',
    summary: 'write a consistent copy, also while serving',
    options: {},
    operands: [1, 1],
    run: (context) => {
      const file = resolve(context.operands[0] as string)
      if (existsSync(file)) throw new UsageError(`${file} exists already`)
      return withExistingStore(context, async (store) => {
        await store.backup(file)
        return { json: { file }, lines: [`Wrote ${file}.`] }
      })
    },
  },
]
