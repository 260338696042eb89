/** One window of an account's allowance. */
export interface WindowAllowance {
  /** Requests that the plan grants in the window. */
  readonly limit: number
  readonly remaining: number
  /** The instant at which the whole limit is there again, as ISO 8601 in UTC. */
  readonly resetsAt: string
}

/** Allowance of an account, as one answer states it. */
export interface Allowance {
  readonly minute: WindowAllowance
  readonly month: WindowAllowance
}

const policyForm = /^"minute";q=(\d{1,12});w=60, "month";q=(\d{1,12})$/
const stateForm = /^"minute";r=(\d{1,12});t=(\d{1,7}), "month";r=(\d{1,12});t=(\d{1,7})$/

/** The instant of an answer by its own clock; without one by this machine's. */
const answeredAtMs = (headers: Headers): number => {
  const date = headers.get('date')
  return date === null ? Date.now() : Date.parse(date)
}

/**
 * The start of a UTC month that is nearest to an instant: where a month ends, however late the answer came and whatever
 * a clock shows.
 */
const nearestMonth = (atMs: number): number => {
  const at = new Date(atMs)
  const [start = 0, end = 0] = [0, 1].map((next) => Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + next))
  return atMs - start < end - atMs ? start : end
}

/** Reads the allowance headers of an answer; `null` where they are missing or not what the service writes. */
export const allowanceOf = (headers: Headers): Allowance | null => {
  const limits = policyForm
    .exec(headers.get('ratelimit-policy') ?? '')
    ?.slice(1)
    .map(Number)
  const state = stateForm
    .exec(headers.get('ratelimit') ?? '')
    ?.slice(1)
    .map(Number)
  const nowMs = answeredAtMs(headers)
  if (!limits || !state || Number.isNaN(nowMs)) return null
  const [minuteLimit, monthLimit] = limits as [number, number]
  const [minuteLeft, minuteSeconds, monthLeft, monthSeconds] = state as [number, number, number, number]
  // Both were counted at one instant, and both windows end with a UTC minute.
  const apartSeconds = monthSeconds - minuteSeconds
  if (apartSeconds < 0 || apartSeconds % 60 !== 0) return null
  const monthEndsMs = nearestMonth(nowMs + monthSeconds * 1000)
  const windowOf = (limit: number, remaining: number, endsMs: number): WindowAllowance => ({
    limit,
    remaining,
    resetsAt: new Date(endsMs).toISOString(),
  })
  return {
    minute: windowOf(minuteLimit, minuteLeft, monthEndsMs - apartSeconds * 1000),
    month: windowOf(monthLimit, monthLeft, monthEndsMs),
  }
}
