import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A control group of the kernel that ends a process which takes more memory than its limit, as a container does. */
export interface ControlGroup {
  /** The command that runs another within the group. */
  readonly command: readonly string[]
  /** Processes ended for want of memory. */
  readonly kills: () => number
  readonly remove: () => void
}

/** Creates a group with a limit, where this user may. @returns `null` elsewhere */
export const createControlGroup = (limitMiB: number): ControlGroup | null => {
  const isUnified = existsSync('/sys/fs/cgroup/cgroup.controllers')
  const folder = join('/sys/fs/cgroup', isUnified ? '' : 'memory', `card-market-prove-${process.pid}`)
  const [limit, events] = isUnified ? ['memory.max', 'memory.events'] : ['memory.limit_in_bytes', 'memory.oom_control']
  try {
    mkdirSync(folder)
    writeFileSync(join(folder, limit), String(limitMiB * 1024 * 1024))
  } catch {
    if (existsSync(folder)) rmdirSync(folder)
    return null
  }
  return {
    command: ['sh', '-c', 'echo $$ > "$0/cgroup.procs" && exec "$@"', folder],
    kills: () => Number(/^oom_kill (\d+)/m.exec(readFileSync(join(folder, events), 'utf8'))?.[1] ?? 0),
    remove: () => rmdirSync(folder),
  }
}
