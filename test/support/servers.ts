import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { listen } from './other-server.ts'
import { ended, spawned } from './process.ts'

/** A free port below the ephemeral range, so that it stays free. */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000)
    const isFree = await new Promise<boolean>((resolve) => {
      const server = createServer()
        .once('error', () => resolve(false))
        .listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
    })
    if (isFree) return port
  }
}

const untilAccepting = async (port: number) => {
  for (let attempt = 0; attempt < 500; attempt++) {
    const accepts = await new Promise<boolean>((resolve) => {
      // One that is given up is closed without an error.
      const socket = connect(port, '127.0.0.1', () => resolve(true))
        .on('error', () => {})
        .on('close', () => resolve(false))
      socket.unref()
      setTimeout(() => socket.destroy(), 50).unref()
    })
    if (accepts) return
    await delay(20)
  }
  throw new Error(`nothing listens on port ${port}`)
}

/** A redis-server of the test's own, which may be killed and frozen; `null` where there is none to start. */
export const ownRedis = async (t: TestContext, args: readonly string[] = []) => {
  if (spawnSync('redis-server', ['--version']).status !== 0) return null
  const port = await freePort()
  const start = async () => {
    const child = spawned(
      'redis-server',
      ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', tmpdir(), ...args],
      {},
    )
    child.stdout?.resume()
    await untilAccepting(port)
    return child
  }
  let child = await start()
  t.after(() => void child.kill('SIGKILL'))
  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    kill: async () => {
      child.kill('SIGKILL')
      await ended(child)
    },
    restart: async () => {
      child = await start()
    },
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
  }
}

const binaries = () => {
  const root = '/usr/lib/postgresql'
  const version = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a))[0] : undefined
  return version === undefined || process.getuid?.() !== 0 ? null : join(root, version, 'bin')
}

/**
 * Whether a PostgreSQL cluster of the test's own can be started: Debian's binaries, and the right to run them as their
 * user.
 */
export const canOwnPostgres = (): boolean => binaries() !== null

/** A PostgreSQL cluster of the test's own, which may be killed, frozen and started again. */
export const ownPostgres = async (t: TestContext) => {
  const bin = binaries() as string
  const folder = mkdtempSync(join(tmpdir(), 'card-market-pg-'))
  const data = join(folder, 'data')
  const port = await freePort()
  const asPostgres = (command: string, ...args: string[]) =>
    execFileSync('runuser', ['-u', 'postgres', '--', join(bin, command), ...args], {
      cwd: folder,
      stdio: 'ignore',
    })
  mkdirSync(data)
  execFileSync('chown', ['-R', 'postgres', folder])
  asPostgres('initdb', '-D', data, '-A', 'trust', '-U', 'postgres', '--no-sync')
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder}`
  const start = () => asPostgres('pg_ctl', '-D', data, '-w', '-l', join(folder, 'log'), '-o', options, 'start')
  /** Just after a kill the memory that its processes shared may not be free yet. */
  const restart = async () => {
    for (let attempt = 1; ; attempt++) {
      try {
        return start()
      } catch (error) {
        if (attempt === 30) throw error
        await delay(200)
      }
    }
  }
  const postmaster = () => Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
  /** The postmaster and every process that it started. */
  const all = () => {
    const root = postmaster()
    const children = readFileSync(`/proc/${root}/task/${root}/children`, 'utf8').trim().split(' ').filter(Boolean)
    return [root, ...children.map(Number)]
  }
  const signal = (pids: readonly number[], name: NodeJS.Signals) => {
    for (const pid of pids)
      try {
        process.kill(pid, name)
      } catch {
        // It has ended by itself.
      }
  }
  start()
  t.after(() => {
    if (existsSync(join(data, 'postmaster.pid'))) signal(all(), 'SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })
  let frozen: readonly number[] = []
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    /** Kills every process of the cluster at once, as the loss of its machine would. */
    kill: async () => {
      signal(all(), 'SIGKILL')
      await delay(100)
    },
    restart,
    freeze: () => {
      frozen = all()
      signal(frozen, 'SIGSTOP')
    },
    thaw: () => signal(frozen, 'SIGCONT'),
  }
}

/** A TCP proxy, and how it passes on to the client what each connection receives. */
const proxy = async (
  t: TestContext,
  port: number,
  passing: (client: Socket) => (chunk: Buffer) => void,
): Promise<number> => {
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1')
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
    client.pipe(upstream)
    upstream.on('data', passing(client))
  })
  t.after(() => {
    for (const socket of sockets) socket.destroy()
  })
  return listen(t, server)
}

/** A proxy that can hold back what it passes on, in milliseconds, in the order in which it came. */
export const slowProxy = async (t: TestContext, port: number) => {
  let delayMs = 0
  return {
    port: await proxy(t, port, (client) => {
      let passed = Promise.resolve()
      return (chunk) => {
        const due = delay(delayMs, undefined, { ref: false })
        passed = passed.then(async () => {
          await due
          if (client.writable) client.write(chunk)
        })
      }
    }),
    slowDown: (ms: number) => {
      delayMs = ms
    },
  }
}

/**
 * A proxy that can mix replies up: now and then one is passed on after the next one, as by software between that lost
 * count.
 */
export const mixingProxy = async (t: TestContext, port: number) => {
  let isMixing = false
  let mixed = 0
  return {
    port: await proxy(t, port, (client) => {
      let held: Buffer | null = null
      return (chunk) => {
        if (held === null && isMixing && Math.random() < 0.2) held = chunk
        else {
          client.write(held === null ? chunk : Buffer.concat([chunk, held]))
          if (held !== null) mixed++
          held = null
        }
      }
    }),
    mix: () => {
      isMixing = true
    },
    mixed: () => mixed,
  }
}
