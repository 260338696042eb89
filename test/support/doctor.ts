import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { Environment } from '../../src/app/configuration/config.ts'
import { catalogRow, writeCatalog } from './catalog-rows.ts'
import { runCli, type SpawnOptions } from './process.ts'
import { runCommand } from './run-command.ts'
import { tempFolder } from './temp.ts'

/** Why a test that needs another user is left out. */
export const skipUsers = process.getuid?.() === 0 ? undefined : 'only root can be another user'

/** Runs a command as a user that is not root. */
export const asNobody: SpawnOptions = { tracer: ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] }

interface FindingSeen {
  readonly name: string
  readonly state: string
  readonly detail: string
  readonly fix: string | null
}

/** What doctor finds: in this process, or in one of another user. */
export const doctor = async (env: Environment, user: SpawnOptions | null = null) => {
  const args = ['doctor', '--json']
  const all = { OCR_WORKERS: '0', ...env }
  const { status, out, err } = user === null ? await runCommand(args, all) : await runCli(args, all, user)
  assert.notEqual(out, '', err)
  const { healthy, findings } = JSON.parse(out) as { healthy: boolean; findings: readonly FindingSeen[] }
  return { status, healthy, of: (name: string) => findings.find((one) => one.name === name), findings }
}

/** A catalogue of these names as JSON lines. */
export const shelf = (t: TestContext, ...names: readonly string[]): string =>
  writeCatalog(
    tempFolder(t),
    names.map((name, at) => catalogRow(at + 1, name)),
  )
