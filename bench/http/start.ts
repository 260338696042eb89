import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type BenchRun, startServiceContender } from './contenders.ts'
import { load } from './load.ts'
import { memoryMiB } from './process-tree.ts'
import { stop } from './processes.ts'
import { type ServiceSettings, startService } from './service.ts'
import { spreadOf } from './statistics.ts'

const write = (line: string) => process.stdout.write(`${line}\n`)

const starts = 10
/** What a start may take, and what a service without photos may hold before anybody has called. */
const bars = { readyMs: 500, restMiB: 120 }
const restMs = 5_000
const loadSeconds = 5

const settingsOf = (checkout: string, folder: string): ServiceSettings => {
  mkdirSync(folder)
  return { checkout, folder }
}

/** Time of one start, until the service says that it serves. */
const timeOf = async (settings: ServiceSettings): Promise<number> => {
  const { child, readyAfterMs } = await startService(settings)
  await stop(child)
  return readyAfterMs
}

const memoryAtRest = async (settings: ServiceSettings) => {
  const { child } = await startService(settings)
  await delay(restMs)
  const memory = memoryMiB(child.pid as number)
  await stop(child)
  return memory
}

/**
 * How long a start takes once compiled code is kept, and how much memory the service holds 5 s later and under load.
 * Not pinned: whoever starts a service gives it the whole machine.
 * @returns the exit status: 1 when a bar is missed
 */
export const measureStart = async (run: BenchRun & { readonly other: string | null }): Promise<number> => {
  const checkouts = [{ name: 'service', checkout: run.checkout }]
  if (run.other !== null) checkouts.push({ name: 'other checkout', checkout: run.other })
  const all = checkouts.map(({ name, checkout }, i) => ({
    name,
    checkout,
    settings: settingsOf(checkout, join(run.folder, `start-${i}`)),
    times: [] as number[],
  }))
  // The first start keeps what it compiled, the second also the files that were loaded before it could.
  for (const { settings } of [...all, ...all]) await timeOf(settings)
  for (let round = 0; round < starts; round++)
    for (const { settings, times } of round % 2 ? all.toReversed() : all) times.push(await timeOf(settings))
  let isMissed = false
  for (const { name, checkout, settings, times } of all) {
    const rest = await memoryAtRest(settings)
    const loaded = await load(
      await startServiceContender(`${name} under load`, run, { checkout }),
      run.shape,
      loadSeconds,
    )
    const { median, min, max } = spreadOf(times)
    write(
      `${name}: ready after ${ms(median)} (${ms(min)} to ${ms(max)}, ${starts} starts), at most ${ms(bars.readyMs)}`,
    )
    write(`${name}: at rest ${mib(rest.rss)} RSS, at most ${mib(bars.restMiB)}, and ${mib(rest.pss)} PSS`)
    write(`${name}: after ${loadSeconds} s of load ${mib(loaded.rssMiB)} RSS, ${mib(loaded.pssMiB)} PSS`)
    if (checkout === run.checkout) isMissed = median > bars.readyMs || rest.rss > bars.restMiB
  }
  if (isMissed) write('A bar is missed.')
  return isMissed ? 1 : 0
}

const ms = (value: number): string => `${Math.round(value)} ms`
const mib = (value: number): string => `${Math.round(value)} MiB`
