import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** The service in a process of its own, with a customer whom nothing limits. */
export interface Served {
  readonly address: string
  readonly key: string
  /** Its data folder. */
  readonly folder: string
}

/** Serves what the settings say from a temporary folder, which `prepare` may fill by commands, for as long as `work` takes. */
export const withService = async (
  settings: Readonly<Record<string, string>>,
  work: (served: Served) => Promise<void>,
  prepare: (cli: (...args: string[]) => string) => void = () => {},
): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'card-market-bench-'))
  const own = { DATA_DIR: folder, PORT: '0', METRICS_PORT: '0', LOG_LEVEL: 'silent', OCR_WORKERS: '0' }
  const options = { cwd: root, env: { PATH: process.env.PATH, ...own, ...settings } }
  const cli = (...args: string[]) =>
    execFileSync(process.execPath, ['src/cli/main.ts', ...args, '--json'], { ...options, encoding: 'utf8' })
  try {
    prepare(cli)
    const allowances = ['--requests-per-minute', '10000000', '--monthly-requests', '100000000']
    const { account } = JSON.parse(cli('accounts', 'create', '--name', 'bench', '--plan', 'scale', ...allowances))
    const { key } = JSON.parse(cli('keys', 'issue', '--account', account.id))
    const server = spawn(process.execPath, ['src/cli/main.ts', 'serve'], { ...options, stdio: ['ignore', 'pipe', 'inherit'] })
    try {
      const address = await new Promise<string>((resolve, reject) => {
        server.stdout.once('data', (chunk: Buffer) => resolve(JSON.parse(chunk.toString().split('\n')[0] as string).address))
        server.once('exit', (code) => reject(new Error(`the service ended with ${code}`)))
      })
      await work({ address, key, folder })
    } finally {
      server.kill('SIGKILL')
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
