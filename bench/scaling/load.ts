import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { openConnections } from '../../src/stores/postgres-database.ts'
import { createPostgresUnitCounter } from '../../src/stores/postgres-unit-counter.ts'
import { createStoreClock } from '../../src/stores/store-clock.ts'
import { quantile } from '../measure.ts'

/** Accounts that each process of a load charges, in turn. */
export const accountsPerProcess = 4_096

/** So many processes at most; PostgreSQL has 100 connections unless it is told otherwise. */
export const maxProcesses = 64

/** A load: processes that each have one batch of counters under way all the time. */
export interface Load {
  readonly processes: number
  readonly accounts: number
  /** Whether every batch charges one and the same account too. */
  readonly isHot: boolean
  readonly waitsForDisk: boolean
}

export interface Measured extends Load {
  readonly perSecond: number
  /** Times of batches, in milliseconds. */
  readonly p50: number
  readonly p99: number
  readonly timesMs: readonly number[]
  /** Processor time of a batch in PostgreSQL and in this process, in microseconds. */
  readonly serverMicros: number
  readonly clientMicros: number
  readonly walBytes: number
  /** Connections that wait for a lock of a row or transaction, on average. */
  readonly waitingForRows: number
}

const readProcess = (pid: number, file: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    throw new Error('the load looks at the processes of PostgreSQL, so it has to run on the same Linux machine')
  }
}

/** User and system time of a process so far, in microseconds, from the kernel's ticks of 10 ms. */
export const cpuMicros = (pid: number): number => {
  const fields = readProcess(pid, 'stat').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10_000
}

const privateBytes = (pid: number): number => Number(/^RssAnon:\s+(\d+) kB/m.exec(readProcess(pid, 'status'))?.[1]) * 1_024

const walWritten = `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as bytes`
const others = `select pid, wait_event_type = 'Lock' as "waitsForRow" from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`

/** A process as far as it meters: a connection of the service's own counter. */
const openProcess = (url: string, number: number) => {
  const connections = openConnections(url, { max: 1, idleTimeoutMillis: 0 })
  const counter = createPostgresUnitCounter({ connections, clock: createStoreClock(Date.now) })
  const limits = { epoch: 1, units: 1, requestsPerMinute: 1e9, monthlyRequests: 1e12 }
  let next = 0
  const account = (index: number, isHot: boolean) =>
    isHot && index === 0 ? 'hot' : `acc_${number}_${next++ % accountsPerProcess}`
  return {
    close: connections.end,
    take: async ({ accounts, isHot }: Load) => {
      const charges = Array.from({ length: accounts }, (_, index) => ({ ...limits, accountId: account(index, isHot) }))
      const results = await counter.take(charges)
      if (results.some((result) => result?.granted !== 1)) throw new Error('a unit was not granted')
    },
  }
}

/** Opens processes on a database that has the accounts of `accountRows`, and measures loads of some of them. */
export const openProcesses = async (url: string, count: number, waitsForDisk: boolean) => {
  const address = new URL(url)
  address.searchParams.set('options', `-csynchronous_commit=${waitsForDisk ? 'on' : 'off'}`)
  const all = Array.from({ length: count }, (_, number) => openProcess(address.href, number))
  const control = new Client({ connectionString: address.href })
  await control.connect()
  await Promise.all(all.map(({ take }) => take({ processes: count, accounts: 1, isHot: false, waitsForDisk })))
  const pids = (await control.query<{ pid: number }>(others)).rows.map(({ pid }) => pid)
  const serverCpu = () => pids.reduce((sum, pid) => sum + cpuMicros(pid), 0)
  const wal = async () => (await control.query<{ bytes: number }>(walWritten)).rows[0]?.bytes ?? 0

  const measure = async (load: Load, seconds: number): Promise<Measured> => {
    let phase: 'warming' | 'measuring' | 'over' = 'warming'
    const timesMs: number[] = []
    const run = async ({ take }: (typeof all)[number]) => {
      while (phase !== 'over') {
        const startedMs = performance.now()
        await take(load)
        if (phase === 'measuring') timesMs.push(performance.now() - startedMs)
      }
    }
    const running = Promise.all(all.slice(0, load.processes).map(run))
    await delay(150)
    const before = { wal: await wal(), server: serverCpu(), client: process.cpuUsage(), ms: performance.now() }
    phase = 'measuring'
    let [samples, waiting] = [0, 0]
    while (performance.now() - before.ms < seconds * 1_000) {
      await delay(100)
      samples++
      for (const row of (await control.query<{ waitsForRow: boolean }>(others)).rows) if (row.waitsForRow) waiting++
    }
    phase = 'over'
    const passedSeconds = (performance.now() - before.ms) / 1_000
    const client = process.cpuUsage(before.client)
    const batches = Math.max(1, timesMs.length)
    const server = serverCpu() - before.server
    const walBytes = ((await wal()) - before.wal) / batches
    await running
    return {
      ...load,
      ...{ timesMs, walBytes, perSecond: batches / passedSeconds, waitingForRows: waiting / samples },
      ...{ p50: quantile(timesMs, 0.5), p99: quantile(timesMs, 0.99) },
      ...{ serverMicros: server / batches, clientMicros: (client.user + client.system) / batches },
    }
  }

  return {
    measure,
    /** Private memory of a connection at the server. */
    connectionBytes: () => pids.reduce((sum, pid) => sum + privateBytes(pid), 0) / pids.length,
    close: async () => {
      await Promise.all([control.end(), ...all.map(({ close }) => close())])
    },
  }
}

/** The accounts that loads charge. */
export const accountRows = `
insert into accounts (id, name, plan, created_at)
select 'acc_' || process || '_' || number, 'Shop', 'scale', '2026-11-25T00:00:00.000Z'
from generate_series(0, ${maxProcesses - 1}) as process, generate_series(0, ${accountsPerProcess - 1}) as number
union all select 'hot', 'Shop', 'scale', '2026-11-25T00:00:00.000Z'`
