import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { pack } from '../../scripts/pack.ts'
import type { Environment } from '../../src/app/configuration/config.ts'
import { awaitServing, type CommandOutcome, killChildren, outcomeOf, type ServerProcess, spawned } from './process.ts'

const run = promisify(execFile)

/** What npm is told, so that it prints nothing beside what went wrong. */
const quiet = ['--no-audit', '--no-fund', '--loglevel=error']

/** Why nothing can be installed here, `false` where it can. In CI it must be possible. */
export const withoutRegistry: string | false =
  process.env.CI === 'true' || spawnSync('npm', ['ping', '--fetch-retries=0', '--loglevel=silent']).status === 0
    ? false
    : 'npm reaches no registry'

/** The package as somebody has it who installed it into a folder that held nothing. */
export interface Installation {
  readonly folder: string
  readonly tarball: string
  /** Environment of somebody who has one Node in the path, and a home of their own. */
  readonly envFor: (node: string) => Environment
  readonly remove: () => void
}

/** A path in which `node` is this one and npm is found, as is whatever else a shell needs. */
const pathWith = (folder: string, node: string): string => {
  const bin = mkdtempSync(join(folder, 'bin-'))
  symlinkSync(node, join(bin, 'node'))
  return [bin, ...(process.env.PATH ?? '').split(':').filter((one) => !one.includes('node_modules'))].join(':')
}

/** Packs this repository and installs the tarball as npm does unless told otherwise: with install scripts allowed. */
export const installPackage = async (): Promise<Installation> => {
  const scratch = mkdtempSync(join(tmpdir(), 'card-market-package-'))
  const tarball = pack(scratch, join(scratch, 'package'), [`${process.platform}/${process.arch}`])
  const folder = mkdtempSync(join(scratch, 'app-'))
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  const envFor = (node: string): Environment => ({
    HOME: scratch,
    NODE_COMPILE_CACHE: undefined,
    npm_config_cache: process.env.npm_config_cache ?? join(process.env.HOME ?? scratch, '.npm'),
    DATA_DIR: mkdtempSync(join(scratch, 'data-')),
    PATH: pathWith(scratch, node),
  })
  await run('npm', ['install', tarball, ...quiet, '--ignore-scripts=false'], {
    cwd: folder,
    env: { ...process.env, ...envFor(process.execPath) },
  })
  const remove = () => {
    killChildren()
    rmSync(scratch, { recursive: true, force: true })
  }
  return { folder, tarball, envFor, remove }
}

/** Installs one package of Node into a folder. @returns its program */
export const installNode = async (folder: string, version: string): Promise<string> => {
  const name = `node-${process.platform}-${process.arch}`
  await run('npm', ['install', '--prefix', folder, '--ignore-scripts', '--no-save', ...quiet, `${name}@${version}`], {
    cwd: dirname(folder),
  })
  return join(folder, 'node_modules', name, 'bin/node')
}

/** The command as npm put it into the path of the folder. */
export const commandIn = ({ folder }: Installation): string => join(folder, 'node_modules/.bin/card-market')

/** Runs the installed command to its end. */
export const runInstalled = (
  installation: Installation,
  args: readonly string[],
  env: Environment,
): Promise<CommandOutcome> => outcomeOf(spawned(commandIn(installation), args, env))

/** Starts the installed command's service on a free port. */
export const serveInstalled = async (
  installation: Installation,
  env: Environment,
  args: readonly string[] = ['serve'],
): Promise<ServerProcess> =>
  awaitServing(spawned(commandIn(installation), args, { PORT: '0', METRICS_PORT: '0', ...env }))
