import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isStartedToMap } from '../../files/map-file.ts'

/** What malloc(3) of glibc keeps free is otherwise given back only where it lies at the end. */
const trimMalloc = async (): Promise<void> => {
  if (!isStartedToMap) return
  const { dlopen } = await import('node:ffi')
  try {
    dlopen(null, { malloc_trim: { arguments: ['uint64'], return: 'int32' } }).functions.malloc_trim(0n)
  } catch {
    // Another library of C has no such function.
  }
}

/**
 * Gives the memory back that starting took: 40 MiB a process, which each of several would keep for as long as it rests.
 * It stops everything for some 50 ms, so it is done before a process takes calls.
 */
export const releaseStartMemory = async (): Promise<void> => {
  // Node passes this function on only to a program that was started with the flag.
  setFlagsFromString('--expose-gc')
  const collectGarbage: NodeJS.GCFunction = runInNewContext('gc')
  setFlagsFromString('--no-expose-gc')
  collectGarbage({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  await trimMalloc()
}
