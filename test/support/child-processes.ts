import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { TestContext } from 'node:test'
import { spawned } from './process.ts'

/** Process ids of the children of a process, oldest first (Linux). */
export const childrenOf = (pid: number): readonly number[] => {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}

/** A process that holds the lock of the catalogue in a folder, as an import does, until it is killed. */
export const holdCatalog = async (t: TestContext, folder: string): Promise<ChildProcess> => {
  const lock = new URL('../../src/files/file-lock.ts', import.meta.url).href
  const program = `
    import { withFileLock } from ${JSON.stringify(lock)}
    await withFileLock(${JSON.stringify(join(folder, 'catalog.index'))}, 'catalog import', async () => {
      console.log('held')
      await new Promise((resolve) => setTimeout(resolve, 60_000))
    })`
  const holder = spawned(process.execPath, ['--input-type=module', '--eval', program])
  t.after(() => void holder.kill('SIGKILL'))
  await Promise.race([once(holder.stdout as Readable, 'data'), once(holder, 'close')])
  return holder
}

/** Whether a process is there. */
export const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
