import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { NotFoundError } from '../accounts/account-errors.ts'
import { readConfig } from '../app/configuration/config.ts'
import { type Command, type CommandContext, CommandError, UsageError } from './command.ts'
import { databaseName, withExistingStore, withStore } from './with-store.ts'

/** The file of the database; on PostgreSQL the command says which tool does its work. */
const sqliteFileOf = async ({ env }: CommandContext, postgresTool: string): Promise<string> => {
  const { database } = await readConfig(env)
  if (database.kind === 'postgres')
    throw new CommandError(`A PostgreSQL database has tools of its own: ${postgresTool}.`)
  return database.file
}

const asideLines = (aside: readonly string[]) =>
  aside.length > 0 ? [`What was there is now ${aside.join(', ')}.`] : []

export const databaseCommands: readonly Command[] = [
  {
    name: 'database migrate',
    summary: 'bring the schema up to date, as serve does too',
    examples: ['database migrate'],
    run: (context) =>
      withStore(context, async ({ migrated }) => ({
        json: { migrated },
        lines: [migrated.length > 0 ? `Ran ${migrated.join(', ')}.` : 'The schema is up to date.'],
      })),
  },
  {
    name: 'database check',
    summary: 'read the whole database and report damage',
    examples: ['database check'],
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
    operandHelp: { FILE: 'the copy; it must not exist yet' },
    examples: ['database backup backup.db'],
    run: (context) => {
      const file = resolve(context.operands[0] as string)
      if (existsSync(file))
        throw new UsageError(`${file} exists already; give the copy another name, such as one with the day`)
      return withExistingStore(context, async (store) => {
        await store.backup(file)
        return { json: { file }, lines: [`Wrote ${file}, a copy of ${await databaseName(context)}.`] }
      })
    },
  },
  {
    name: 'database restore',
    usage: 'FILE',
    summary: 'check a backup and put a copy of it in place; the database that was there is set aside, not deleted',
    operandHelp: { FILE: 'a copy that database backup has written' },
    examples: ['database restore backup.db'],
    run: async (context) => {
      const backup = resolve(context.operands[0] as string)
      const file = await sqliteFileOf(context, 'pg_restore --clean --if-exists --dbname="$DATABASE_URL" FILE')
      if (!existsSync(backup)) throw new UsageError(`${backup} does not exist`)
      if (backup === file) throw new UsageError(`${backup} is the database itself`)
      const { restoreSqlite } = await import('../stores/sqlite-restore.ts')
      const aside = await restoreSqlite(file, backup, new Date().toISOString())
      return { json: { file, aside }, lines: [`Restored ${file}.`, ...asideLines(aside)] }
    },
  },
  {
    name: 'database reset',
    summary: 'set the database aside, whole, damaged or lost, so that the next start begins anew without any account',
    examples: ['database reset'],
    run: async (context) => {
      const file = await sqliteFileOf(context, 'drop and create its schema, or name another one')
      const { resetSqlite } = await import('../stores/sqlite-restore.ts')
      const aside = resetSqlite(file, new Date().toISOString())
      if (aside.length === 0) throw new NotFoundError(`There is no database at ${file} yet.`)
      return { json: { file, aside }, lines: asideLines(aside) }
    },
  },
]
