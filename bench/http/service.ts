import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { lineOf, runCli, startProcess } from './processes.ts'

/** How a service is started for a measurement. */
export interface ServiceSettings {
  /** The folder of the code. */
  readonly checkout: string
  /** Where its data and its log go. */
  readonly folder: string
  readonly env?: Record<string, string>
  /** Puts a command line on cores. */
  readonly onCores?: (command: readonly string[]) => [string, string[]]
}

/** What a service under measurement is told, beside its own settings. */
export const environmentOf = ({
  folder,
  env,
}: ServiceSettings): Record<string, string> & { readonly DATA_DIR: string } => ({
  DATA_DIR: join(folder, 'data'),
  PORT: '0',
  METRICS_PORT: '0',
  LOG_LEVEL: 'silent',
  OCR_WORKERS: '0',
  ...env,
})

const plain = ([program = '', ...args]: readonly string[]): [string, string[]] => [program, args]

/** Makes an account whose allowances no measurement uses up, before the service runs. @returns its key */
export const issueKey = async (settings: ServiceSettings): Promise<string> => {
  const env = environmentOf(settings)
  const allowances = ['--requests-per-minute', '100000000', '--monthly-requests', '900000000']
  const { account } = await runCli<{ account: { id: string } }>(
    settings.checkout,
    ['accounts', 'create', '--name', 'bench', '--plan', 'scale', ...allowances],
    env,
  )
  const { key } = await runCli<{ key: string }>(settings.checkout, ['keys', 'issue', '--account', account.id], env)
  return key
}

/** Starts a service and waits until it says where it serves. */
export const startService = async (
  settings: ServiceSettings,
): Promise<{ child: ChildProcess; address: string; output: string; readyAfterMs: number }> => {
  const { checkout, folder, onCores = plain } = settings
  const output = join(folder, 'log')
  const startedMs = performance.now()
  const child = startProcess(onCores([process.execPath, 'bin/card-market.js', 'serve']), {
    cwd: checkout,
    env: environmentOf(settings),
    output,
  })
  const line = await lineOf(child, output, (text) => text.includes('"msg":"serving"'))
  const { address } = JSON.parse(line) as { address: string }
  return { child, address, output, readyAfterMs: performance.now() - startedMs }
}
