// Loaded before anything else: takes the code that `serve` keeps compiled in DATA_DIR, for the first files of the
// program too. Node has to read TypeScript for none then, which would take 17 MiB and 40 ms.
import { lstatSync } from 'node:fs'
import module from 'node:module'
import { join } from 'node:path'

const folder = join(process.env.DATA_DIR?.trim() || './data', 'compile-cache')
try {
  const status = lstatSync(folder)
  const own = process.getuid?.()
  // An old Node keeps none. Whoever can write there has it run by us: the same rule as in src/cli/compile-cache.ts,
  // which makes the folder.
  if (status.isDirectory() && (own === undefined || (status.uid === own && (status.mode & 0o022) === 0)))
    module.enableCompileCache?.(folder)
} catch {
  // None was kept yet.
}
