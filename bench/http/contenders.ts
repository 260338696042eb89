import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, truncateSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../../test/support/servers.ts'
import { type Answer, ask } from './answer.ts'
import type { Target } from './load.ts'
import { coresOf, type MachineShape, pinned } from './machine.ts'
import { luaConfig, luaModules, luaPackages, type NginxWork, staticConfig } from './nginx-config.ts'
import { lineOf, startProcess } from './processes.ts'
import { issueKey, startService } from './service.ts'

/** Somebody who answers the same call; names are what the report and the history call them. */
export interface Contender extends Target {
  readonly name: string
  /** What is done after each round. */
  readonly tidy: () => void
}

/** One of ours or of others that is not measured, and why. */
export interface Absent {
  readonly name: string
  readonly reason: string
}

export const names = {
  service: 'service',
  logging: 'service, logging',
  inMemory: 'service with data in memory',
  bare: 'bare node:http',
  static: 'nginx static',
  lua: 'nginx with Lua',
} as const

/** The name of a contender of several processes. */
export const workersName = (name: string, count: number): string => `${name}, ${count} workers`
/** The name of the service of another checkout. */
export const otherName = 'other checkout'

/** A file system without a disk, where a machine has one. */
export const memory = '/dev/shm'

const path = '/v1/products/300004/prices'

/** What is measured, and where. */
export interface BenchRun {
  readonly folder: string
  /** The folder of the code that is measured. */
  readonly checkout: string
  readonly shape: MachineShape
}

/** A service, silent unless it is said otherwise. */
export const startServiceContender = async (
  name: string,
  { folder, shape }: BenchRun,
  { checkout, env = {}, processes = 1 }: { checkout: string; env?: Record<string, string>; processes?: number },
): Promise<Contender> => {
  const own = join(folder, name.replaceAll(/\W+/g, '-'))
  mkdirSync(own, { recursive: true })
  const cores = coresOf(shape, processes).contender
  const settings = {
    checkout,
    folder: own,
    env,
    onCores: (command: readonly string[]) => pinned(shape, cores, command),
  }
  const key = await issueKey(settings)
  const { child, address, output } = await startService(settings)
  // A log of 250 bytes a request would fill a small disk within the run.
  const tidy = () => truncateSync(output, 0)
  return { name, url: address + path, key, pid: child.pid as number, processes, tidy }
}

/** Bare node:http that gives the answer it is handed, after looking the key up and counting in memory. */
export const startBare = async (
  { folder, checkout, shape }: BenchRun,
  { key, body, processes = 1 }: { key: string; body: string; processes?: number },
): Promise<Contender> => {
  const [bodyFile, output] = [join(folder, 'bare-body'), join(folder, `bare-log-${processes}`)]
  writeFileSync(bodyFile, body)
  const command = [process.execPath, join(checkout, 'bench/http/bare-server.ts'), key, bodyFile, String(processes)]
  const child = startProcess(pinned(shape, coresOf(shape, processes).contender, command), {
    cwd: checkout,
    env: {},
    output,
  })
  const port = await lineOf(child, output, (line) => /^\d+$/.test(line))
  const url = `http://127.0.0.1:${port}${path}`
  const name = processes === 1 ? names.bare : workersName(names.bare, processes)
  return { name, url, key, pid: child.pid as number, processes, tidy: () => {} }
}

/** Why nginx, or nginx with Lua, cannot be measured here; `null` when it can. */
export const whyNoNginx = (withLua: boolean): string | null => {
  if (spawnSync('nginx', ['-v']).error) return 'nginx is not installed'
  const missing = [...luaModules, join(luaPackages, 'resty/core.lua')].filter((file) => !existsSync(file))
  return withLua && missing.length > 0 ? `without ${missing.join(', ')}` : null
}

const untilAnswered = async (url: string, key: string): Promise<void> => {
  for (let attempt = 0; attempt < 200; attempt++) {
    try {
      await ask(url, key)
      return
    } catch {
      await delay(25)
    }
  }
  throw new Error(`${url} did not answer`)
}

/** nginx, static or with Lua, that gives the answer of the service. */
export const startNginx = async (
  name: string,
  { folder, shape }: BenchRun,
  { key, answer, config }: { key: string; answer: Answer; config: (work: NginxWork) => string },
): Promise<Contender> => {
  const own = join(folder, name.replaceAll(/\W+/g, '-'))
  mkdirSync(own)
  const port = await freePort()
  writeFileSync(join(own, 'body'), answer.body)
  const file = join(own, 'nginx.conf')
  writeFileSync(file, config({ folder: own, port, key, path, headers: answer.headers, body: answer.body }))
  const command = ['nginx', '-p', own, '-c', file, '-e', join(own, 'errors')]
  const output = join(own, 'log')
  const child = startProcess(pinned(shape, coresOf(shape, 1).contender, command), { cwd: own, env: {}, output })
  const url = `http://127.0.0.1:${port}${path}`
  await untilAnswered(url, key)
  return { name, url, key, pid: child.pid as number, processes: 1, tidy: () => {} }
}

/**
 * Everybody who can be measured here, each on its own and pinned, and who is left out. The service is first: the others
 * give its answer.
 */
export const startContenders = async (
  run: BenchRun,
  { workers, other }: { readonly workers: number | null; readonly other: string | null },
): Promise<{ contenders: readonly Contender[]; absent: readonly Absent[] }> => {
  const { checkout } = run
  const service = await startServiceContender(names.service, run, { checkout })
  const contenders = [
    service,
    await startServiceContender(names.logging, run, { checkout, env: { LOG_LEVEL: 'info' } }),
  ]
  if (existsSync(memory))
    contenders.push(
      await startServiceContender(names.inMemory, { ...run, folder: join(memory, basename(run.folder)) }, { checkout }),
    )
  if (workers !== null)
    contenders.push(
      await startServiceContender(workersName(names.service, workers), run, {
        checkout,
        env: { WORKERS: String(workers) },
        processes: workers,
      }),
    )
  if (other !== null) contenders.push(await startServiceContender(otherName, run, { checkout: other }))
  await ask(service.url, service.key)
  const answer = await ask(service.url, service.key)
  const { key } = service
  const { body } = answer
  contenders.push(await startBare(run, { key, body }))
  if (workers !== null) contenders.push(await startBare(run, { key, body, processes: workers }))
  const absent: Absent[] = []
  for (const [name, config] of [
    [names.static, staticConfig],
    [names.lua, luaConfig],
  ] as const) {
    const reason = whyNoNginx(name === names.lua)
    if (reason === null) contenders.push(await startNginx(name, run, { key, answer, config }))
    else absent.push({ name, reason })
  }
  return { contenders, absent }
}
