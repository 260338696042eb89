import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** What a process and its threads reach for outside themselves. */
export interface Reached {
  /** Addresses that were connected or sent to: `127.0.0.1:5432`, or the path of a local socket. */
  readonly addresses: readonly string[]
  /** Paths that were opened for writing, made, renamed, linked or changed. */
  readonly written: readonly string[]
}

/** Why nothing can be traced here; `undefined` when it can. */
export const skipTracing = (): string | undefined => {
  if (process.platform !== 'linux') return 'strace is for Linux'
  return spawnSync('strace', ['-f', 'true']).status === 0 ? undefined : 'there is no strace that may trace'
}

const network = ['connect', 'sendto', 'sendmsg', 'sendmmsg']
// A question mark: some machines do not have the older calls.
const paths =
  'open openat openat2 creat mkdir mkdirat mknod mknodat rename renameat renameat2 link linkat symlink ' +
  'symlinkat truncate'
const files = paths.split(' ')

/**
 * What to put before a command so that it is traced to a file. The tracer stands aside (`-D`), so that signals reach
 * the command itself.
 */
export const tracer = (file: string): string[] => {
  const calls = [...network, ...files].map((call) => `?${call}`).join(',')
  return ['strace', '-D', '-f', '-q', '-y', '-s', '4096', '--seccomp-bpf', '-e', `trace=${calls}`, '-o', file]
}

const writes = /O_(?:WRONLY|RDWR|CREAT|TRUNC|TMPFILE)/

/** The address of a call on a socket, if it names one. */
const addressOf = (line: string): string | null => {
  const inet = /sin6?_port=htons\((\d+)\).*?(?:inet_addr\("|inet_pton\(AF_INET6, ")([^"]+)"/.exec(line)
  if (inet) return `${inet[2]}:${inet[1]}`
  const local = /sa_family=AF_UNIX, sun_path=@?"([^"]*)"/.exec(line)
  return local ? (local[1] as string) : null
}

/** The paths that a call names, each below the folder that its descriptor stands for. */
const pathsOf = (call: string, line: string): string[] => {
  if (/^open|^creat/.test(call) && call !== 'creat' && !writes.test(line)) return []
  return [...line.matchAll(/(?:<([^>]*)>, )?"([^"]*)"/g)].map(([, folder, path = '']) =>
    resolve(join('/', folder ?? ''), path),
  )
}

/** Waits until the tracer has seen its command end. @returns what the command and all its threads reached for */
export const readTrace = async (file: string): Promise<Reached> => {
  let lines: string[] = []
  for (let attempt = 0; attempt < 200; attempt++) {
    lines = readFileSync(file, 'utf8').split('\n')
    // The numbers of processes are padded to a column.
    const command = lines[0]?.split(' ')[0]
    if (lines.some((line) => new RegExp(`^${command} +\\+{3} `).test(line))) break
    await delay(50)
  }
  const calls = lines.flatMap((line) => {
    const call = /^\d+ +(\w+)\(/.exec(line)?.[1]
    return call === undefined ? [] : [{ call, line }]
  })
  const addresses = calls.filter(({ call }) => network.includes(call)).map(({ line }) => addressOf(line))
  const written = calls.filter(({ call }) => files.includes(call)).flatMap(({ call, line }) => pathsOf(call, line))
  return { addresses: [...new Set(addresses.filter((address) => address !== null))], written: [...new Set(written)] }
}
