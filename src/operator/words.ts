import { dayMs, hourMs, minuteMs } from '../time/units.ts'
/** What is not known. */
export const unknown = '–'

/** A count with separated thousands. */
export const describeCount = (count: number | null): string =>
  count === null ? unknown : count.toLocaleString('en-US')

/** An instant as `2026-11-21 09:30 UTC`. */
export const describeInstant = (instant: string | null): string =>
  instant === null ? unknown : `${instant.slice(0, 10)} ${instant.slice(11, 16)} UTC`

const units = [
  ['d', dayMs],
  ['h', hourMs],
  ['min', minuteMs],
  ['s', 1_000],
] as const

/** A length of time in its two largest units, as `3 h 12 min`. */
export const describeLength = (ms: number): string => {
  const first = units.findIndex(([, unitMs]) => ms >= unitMs)
  if (first < 0) return '0 s'
  let restMs = ms
  const words = units.slice(first, first + 2).map(([unit, unitMs]) => {
    const count = Math.floor(restMs / unitMs)
    restMs -= count * unitMs
    return [count, unit] as const
  })
  return words
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ')
}

const sizes = ['KiB', 'MiB', 'GiB', 'TiB']

/** A size as `12.3 MiB`. */
export const describeBytes = (bytes: number | null): string => {
  if (bytes === null) return unknown
  let size = bytes / 1024
  let unit = 0
  for (; size >= 1024 && unit < sizes.length - 1; unit++) size /= 1024
  return `${size < 10 ? size.toFixed(1) : size.toFixed(0)} ${sizes[unit]}`
}
