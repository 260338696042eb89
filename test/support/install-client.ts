import { execFile } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const client = fileURLToPath(new URL('../../packages/client', import.meta.url))

/** Packs the client and installs the tarball into an empty folder, as a stranger would, without a network. */
export const installClient = async (folder: string): Promise<string> => {
  const options = { cwd: folder, env: { ...process.env, npm_config_cache: join(folder, '.npm') } }
  await run('npm', ['pack', client, '--silent', '--pack-destination', folder], options)
  const [tarball = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  await run('npm', ['install', `./${tarball}`, '--offline', '--no-audit', '--no-fund', '--silent'], options)
  return folder
}
