import { constants, copyFileSync, existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { giveToFolderOwner } from '../files/folder-owner.ts'
import { makeFolder } from '../files/make-folder.ts'
import { isSqliteBusy } from './sqlite-database.ts'
import { isNewDatabase, markFileOf } from './sqlite-mark.ts'
import { openSqliteStore } from './sqlite-store.ts'
import { UnusableDatabaseError } from './store.ts'

/**
 * Refuses while another process has the database open: leaving WAL mode needs it alone. A damaged database cannot tell,
 * and is nobody's. An empty one is not opened, since SQLite would delete its log.
 */
const refuseInUse = (file: string): void => {
  if (!statSync(file, { throwIfNoEntry: false })?.size) return
  try {
    const database = new DatabaseSync(file, { timeout: 0 })
    try {
      database.exec('pragma journal_mode = delete')
    } finally {
      database.close()
    }
  } catch (error) {
    if (isSqliteBusy(error))
      throw new UnusableDatabaseError(`The database ${file} is in use; stop every process that has it open first.`)
  }
}

/** Renames the parts of a database, each to a new name, so that no earlier one is overwritten. @returns the names */
const setAside = (file: string, parts: readonly string[], instant: string): readonly string[] =>
  parts
    .filter((part) => existsSync(file + part))
    .map((part) => {
      const aside = `${file}.aside-${instant.replaceAll(/[-:.]/g, '')}${part}`
      renameSync(file + part, aside)
      return aside
    })

/** What is wrong with a database, said of a backup: the advice to restore one has been taken. */
const unusableBackup = (message: string): string =>
  message.replace(/^The database/, 'The backup').replace(/[;.] restore a backup.*$/i, '.') +
  ' Nothing was changed; restore another backup.'

const logParts = ['-wal', '-shm']

/** What the name of a draft goes on with, in a restore that was killed too: its mark is written beside itself. */
const draftParts = /^(?:-wal|-shm|-epoch(?:\.[0-9a-f]{8}\.tmp)?)?$/

/**
 * Sets a database aside, whole, damaged or lost, so that the next start begins anew. Nothing is deleted.
 * @returns the new names of its files; none when there was no database
 */
export const resetSqlite = (file: string, instant: string): readonly string[] => {
  if (isNewDatabase(file)) return []
  refuseInUse(file)
  // The mark goes last: cut off before that, a start still refuses to begin anew.
  return setAside(file, ['', ...logParts, '-epoch'], instant)
}

/**
 * Puts a copy of a backup in the place of a database, which is set aside. The copy is checked and brought up to date
 * first; a backup that cannot be used changes nothing.
 * @returns the new names of the files that were there
 * @throws UnusableDatabaseError when the backup is damaged or no database of this program, or the database is in use
 */
export const restoreSqlite = async (file: string, backup: string, instant: string): Promise<readonly string[]> => {
  const draft = `${file}.restoring`
  const removeDraft = () => {
    for (const name of readdirSync(dirname(file)))
      if (name.startsWith(basename(draft)) && draftParts.test(name.slice(basename(draft).length)))
        rmSync(join(dirname(file), name), { force: true })
  }
  makeFolder(dirname(file))
  removeDraft()
  try {
    // A plain copy of a folder may have part of its data in its log.
    for (const part of ['', '-wal'].filter((part) => existsSync(backup + part))) {
      copyFileSync(backup + part, draft + part, constants.COPYFILE_EXCL)
      giveToFolderOwner(draft + part)
    }
    const store = await openSqliteStore({ file: draft, durability: 'power', now: Date.now })
    // All of it, kept prices too, which opening leaves out.
    const [found] = await store.check().finally(store.close)
    if (found !== 'ok') throw new UnusableDatabaseError(`The database ${draft} is damaged (${found}).`)
    refuseInUse(file)
    const aside = setAside(file, ['', ...logParts], instant)
    renameSync(draft, file)
    if (existsSync(markFileOf(draft))) renameSync(markFileOf(draft), markFileOf(file))
    else rmSync(markFileOf(file), { force: true })
    return aside
  } catch (error) {
    if (error instanceof UnusableDatabaseError && error.message.includes(draft))
      throw new UnusableDatabaseError(unusableBackup(error.message.replaceAll(draft, backup)))
    throw error
  } finally {
    removeDraft()
  }
}
