import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Command, CommandError, UsageError } from './command.ts'
import { withExistingStore, withStore } from './with-store.ts'

export const databaseCommands: readonly Command[] = [
  {
    name: 'database migrate',
    summary: 'bring the schema up to date',
    run: (context) =>
      withStore(context, async ({ migrated }) => ({
        json: { migrated },
        lines: [migrated.length > 0 ? `Ran ${migrated.join(', ')}.` : 'The schema is up to date.'],
      })),
  },
  {
    name: 'database check',
    summary: 'read the whole database and report damage',
    run: (context) =>
      withExistingStore(context, async (store) => {
        const found = await store.check()
        if (found[0] !== 'ok') throw new CommandError(`The database is damaged: ${found[0]}`)
        return { json: { ok: true }, lines: ['The database is sound.'] }
      }),
  },
  {
    name: 'database backup',
    usage: 'FILE',
    summary: 'write a consistent copy, also while serving',
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
