import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openSqliteStore } from '../../src/stores/sqlite-store.ts'
import { tempFolder } from '../support/temp.ts'
import { describeArchiveStore } from './archive-store.ts'

describeArchiveStore('SQLite', (t) => {
  const file = join(tempFolder(t), 'accounts.db')
  return {
    open: () => openSqliteStore({ file, durability: 'process', now: Date.now }),
    runSql: async (statement) => {
      const database = new DatabaseSync(file)
      database.exec(statement)
      database.close()
    },
    filesOf: async () => ['', '-wal', '-shm'].filter((part) => existsSync(file + part)).map((part) => readFileSync(file + part)),
  }
})
