import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { startFleet } from '../../test/support/fleet.ts'
import { ownDatabase, runSql } from '../../test/support/postgres.ts'
import { cpuMicros } from './load.ts'

/** A process answers one half of them while the other waits for its batch. */
export const connections = 64
const seconds = 2
const target = '/v1/products/300004/prices'

export interface ServicesMeasured {
  readonly processes: number
  readonly callsPerSecond: number
  readonly batchesPerSecond: number
  /** Processor time of a call in the service, in microseconds. */
  readonly callMicros: number
}

/** Real services on one database, each called over as many connections as saturate it, with a key of its own account. */
export const measureServices = async (serverUrl: string, counts: readonly number[]): Promise<readonly ServicesMeasured[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'card-market-scaling-'))
  const endings: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
  const database = ownDatabase(serverUrl)
  try {
    await database.create()
    endings.unshift(database.drop)
    const env = { DATA_DIR: folder, DATABASE_URL: database.url, OCR_WORKERS: '0' }
    const fleet = await startFleet({ after: (end) => void endings.unshift(end) }, { env, processes: Math.max(...counts) })
    const keys = await Promise.all(fleet.members.map(async () => (await fleet.issue()).key))
    const commits = async () =>
      Number(
        (
          await runSql(
            serverUrl,
            `select xact_commit from pg_stat_database where datname = '${new URL(database.url).pathname.slice(1)}'`,
          )
        )[0]?.xact_commit,
      )
    const load = async (processes: number): Promise<ServicesMeasured> => {
      const members = fleet.members.slice(0, processes)
      const serviceMicros = () => members.reduce((sum, { child }) => sum + cpuMicros(child.pid as number), 0)
      const before = { commits: await commits(), service: serviceMicros() }
      const results = await Promise.all(
        members.map(({ address }, index) =>
          autocannon({
            url: address + target,
            connections,
            duration: seconds,
            headers: { authorization: `Bearer ${keys[index]}` },
          }),
        ),
      )
      const service = serviceMicros() - before.service
      const calls = results.reduce((sum, { requests }) => sum + requests.total, 0)
      if (results.some(({ non2xx, errors }) => non2xx + errors > 0)) throw new Error('a call was refused')
      return {
        ...{ processes, callsPerSecond: calls / seconds, callMicros: service / calls },
        batchesPerSecond: ((await commits()) - before.commits) / seconds,
      }
    }
    await load(Math.max(...counts))
    const measured: ServicesMeasured[] = []
    for (const count of counts) measured.push(await load(count))
    return measured
  } finally {
    for (const end of endings) await end()
  }
}
