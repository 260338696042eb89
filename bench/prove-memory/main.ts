/**
 * `npm run prove:memory`: the memory budget of docs/memory.md, under attack. Starts the service with each deployed
 * limit, in a control group with that limit where that can be made, fills its cache, attacks it and prints its resident
 * memory. Ends with 1 when a limit is passed or the service does not serve on. `--only photos` runs the attacks with
 * this in their name.
 */
import { rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type MemoryProfile, withoutPhotos, withPhotos } from '../../test/support/memory-profiles.ts'
import { createWorkspace } from '../../test/support/photos/proved-service.ts'
import { ended, runCli, startServer } from '../../test/support/process.ts'
import { memoryMiB } from '../process-memory.ts'
import { answerMs, attacks, type Target } from './attacks.ts'
import { createControlGroup } from './control-group.ts'

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } })
const otherAccounts = 9
const sampleMs = 50
const fillClients = 16

const memoryOf = (pid: number, field: 'VmRSS' | 'VmHWM'): number => memoryMiB(pid, field) ?? Number.NaN

const workspace = await createWorkspace()
const cli = async (...args: string[]) => JSON.parse((await runCli([...args, '--json'], workspace.env)).out)
const keys = [workspace.key]
for (let i = 0; i < otherAccounts; i++) {
  const allowances = ['--requests-per-minute', '100000000', '--monthly-requests', '900000000']
  const { account } = await cli('accounts', 'create', '--name', `attacker ${i}`, '--plan', 'scale', ...allowances)
  keys.push((await cli('keys', 'issue', '--account', account.id)).key)
}

/** Asks for the history of so many products that the cache is full. */
const fillCache = async ({ address }: Target, cacheMb: number): Promise<void> => {
  const headers = { authorization: `Bearer ${keys[0]}` }
  let [next, bytes] = [0, 0]
  const slugs = (
    (await (await fetch(`${address}/v1/categories`, { headers })).json()) as { categories: { slug: string }[] }
  ).categories
  const ids: number[] = []
  for (const { slug } of slugs)
    for (let offset = 0; offset < 2_000; offset += 50) {
      const answer = await fetch(`${address}/v1/search?category=${slug}&limit=50&offset=${offset}`, { headers })
      if (answer.status !== 200) break
      for (const { productId } of ((await answer.json()) as { products: { productId: number }[] }).products)
        ids.push(productId)
    }
  const client = async () => {
    while (next < ids.length && bytes < cacheMb * 1024 * 1024) {
      const answer = await fetch(`${address}/v1/products/${ids[next++]}/history?range=annual`, { headers })
      bytes += 3 * (await answer.arrayBuffer()).byteLength
    }
  }
  await Promise.all(Array.from({ length: fillClients }, client))
}

/** Starts the service under one limit and attacks it. @returns whether it kept the limit and served on */
const prove = async ({ name, limitMiB, env }: MemoryProfile): Promise<boolean> => {
  const group = createControlGroup(limitMiB)
  const { child, address } = await startServer({ ...workspace.env, LOG_LEVEL: 'fatal', ...env }, undefined, {
    tracer: group?.command ?? [],
  })
  const pid = child.pid as number
  const target: Target = { address, keys }
  const print = (what: string, peakMiB: number, more = '') =>
    process.stdout.write(
      `${peakMiB <= limitMiB ? 'ok    ' : 'MISSED'} ${what.padEnd(62)} ${peakMiB.toFixed(0).padStart(5)} MiB ${more}\n`,
    )
  process.stdout.write(`\n${name}, limit ${limitMiB} MiB${group ? ' (control group)' : ''}: ${JSON.stringify(env)}\n`)
  try {
    print('after the start', memoryOf(pid, 'VmRSS'))
    await fillCache(target, Number(env.CACHE_MAX_MB))
    print('with a full cache', memoryOf(pid, 'VmRSS'))
    for (const attack of attacks) {
      if ((attack.needsPhotos && env.OCR_WORKERS === '0') || !attack.name.includes(values.only)) continue
      let peakMiB = 0
      const sampler = setInterval(() => {
        peakMiB = Math.max(peakMiB, memoryOf(pid, 'VmRSS'))
      }, sampleMs)
      await attack.run(target).finally(() => clearInterval(sampler))
      const ms = await answerMs(target)
      print(attack.name, peakMiB, `then an answer after ${ms.toFixed(0)} ms`)
    }
    const peakMiB = memoryOf(pid, 'VmHWM')
    print('highest', peakMiB)
    return peakMiB <= limitMiB
  } catch (error) {
    const how = child.signalCode ?? (child.exitCode === null ? 'still running' : `exit ${child.exitCode}`)
    process.stdout.write(`MISSED ${error}; ${how}, ended for want of memory: ${group?.kills() ?? 'unknown'}\n`)
    return false
  } finally {
    child.kill('SIGKILL')
    await ended(child)
    group?.remove()
  }
}

const kept = [await prove(withoutPhotos), await prove(withPhotos)]
rmSync(workspace.folder, { recursive: true, force: true })
process.exit(kept.every(Boolean) ? 0 : 1)
