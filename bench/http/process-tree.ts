import { readdirSync, readFileSync } from 'node:fs'

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // It ended in between.
    return ''
  }
}

/** Fields of `/proc/PID/stat` behind the name, which may hold spaces: the first is the state. */
const statOf = (pid: number): string[] => read(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? []

/** A process and all that descend from it: a service of several workers, nginx and its worker. */
const treeOf = (root: number): number[] => {
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger)
  const parents = new Map(pids.map((pid) => [pid, Number(statOf(pid)[1])]))
  const tree = [root]
  for (const pid of tree) for (const [child, parent] of parents) if (parent === pid) tree.push(child)
  return tree
}

/** User and system time of a process and its descendants so far, in microseconds, from the kernel's ticks of 10 ms. */
export const cpuMicros = (root: number): number =>
  treeOf(root).reduce((sum, pid) => {
    const stat = statOf(pid)
    return sum + (Number(stat[11] ?? 0) + Number(stat[12] ?? 0)) * 10_000
  }, 0)

/** Resident memory of a process and its descendants, in MiB: `rss` counts shared pages in each of them, `pss` once. */
export const memoryMiB = (root: number): { rss: number; pss: number } => {
  const rollups = treeOf(root).map((pid) => read(`/proc/${pid}/smaps_rollup`))
  const sum = (field: RegExp) => rollups.reduce((total, text) => total + Number(field.exec(text)?.[1] ?? 0), 0) / 1024
  return { rss: sum(/^Rss:\s+(\d+)/m), pss: sum(/^Pss:\s+(\d+)/m) }
}
