import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Environment } from '../../src/app/configuration/config.ts'
import { skipUnless } from './postgres.ts'
import { tempFolder } from './temp.ts'

const source = fileURLToPath(new URL('failing-disk.c', import.meta.url))

/** Why no disk can fail on command here; `undefined` when one can. */
export const noFailingDisk = skipUnless(
  process.platform === 'linux' && spawnSync('cc', ['--version']).status === 0,
  'C compiler for a disk that fails on command',
  'cc on Linux',
)

/** Compiles a disk that fails on command for processes with `env`, as to files whose path holds `files`. */
export const failingDisk = (t: { after: (done: () => void) => void }, files: string) => {
  const folder = tempFolder(t)
  const library = join(folder, 'failing-disk.so')
  const control = join(folder, 'control')
  const { status, stderr } = spawnSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, source, '-ldl'], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`cc: ${stderr}`)
  const env: Environment = { LD_PRELOAD: library, FAILING_FILES: files, FAILING_CONTROL: control }
  return {
    env,
    fail: (order: `${'write' | 'fsync' | 'truncate'} ${'EIO' | 'ENOSPC'}` | 'torn') => writeFileSync(control, order),
    heal: () => rmSync(control, { force: true }),
  }
}
