import { readFileSync } from 'node:fs'

/** A figure of `/proc/PID/status` in MiB; `null` once the process has ended. */
export const memoryMiB = (pid: number, field: 'VmRSS' | 'RssAnon' | 'VmHWM'): number | null => {
  try {
    const found = new RegExp(`${field}:\\s*(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
    return found === null ? null : Number(found[1]) / 1024
  } catch {
    return null
  }
}
