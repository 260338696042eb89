import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openSqliteStore } from '../../src/stores/sqlite-store.ts'
import type { ArchiveUnderTest, Hooks } from '../support/archive.ts'
import { tempFolder } from '../support/temp.ts'
import { describeArchiveRemoval } from './archive-removal.ts'
import { describeArchiveStore } from './archive-store.ts'
import { describeSyncLedger } from './sync-ledger.ts'

const prepare = (t: Hooks): ArchiveUnderTest => {
  const file = join(tempFolder(t), 'accounts.db')
  return {
    open: (now = Date.now) => openSqliteStore({ file, durability: 'process', now }),
    usesClock: true,
    runSql: async (statement) => {
      const database = new DatabaseSync(file)
      database.exec(statement)
      database.close()
    },
    filesOf: async () => ['', '-wal', '-shm'].filter((part) => existsSync(file + part)).map((part) => readFileSync(file + part)),
  }
}

describeArchiveStore('SQLite', prepare)
describeArchiveRemoval('SQLite', prepare)
describeSyncLedger('SQLite', prepare)
