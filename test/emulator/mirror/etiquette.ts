import type { Answer } from '../routes.ts'

/** What the owner of the mirror asks of those who pull it. */
export interface MirrorRules {
  /** 403 for everything until the UTC day ends, after this many calls; 0 never. */
  readonly callsPerDay: number
  /** Calls that follow each other faster are turned away, for ten minutes; 0 lets all pass. */
  readonly minGapMs: number
}

/** What clients did, for tests that hold them to the rules. */
export interface Etiquette {
  readonly callsByDay: Readonly<Record<string, number>>
  /** Between the arrivals of two calls; `null` before the second. */
  readonly smallestGapMs: number | null
  /** How often all was pulled: over the builds, how often the list of prices that was sent most often was sent. */
  readonly pulls: number
  readonly userAgents: readonly string[]
  /** Calls that were turned away, by status. */
  readonly refused: Readonly<Record<number, number>>
}

const throttleMs = 10 * 60_000

/** Watches over the calls of one mirror. `now` is the mirror's clock; gaps are measured by the steady one. */
export const createDoorkeeper = (now: () => number) => {
  let rules: MirrorRules = { callsPerDay: 0, minGapMs: 0 }
  const callsByDay: Record<string, number> = {}
  const refused: Record<number, number> = {}
  const sent = new Map<string, number>()
  const userAgents = new Set<string>()
  let lastAt: number | null = null
  let smallestGapMs: number | null = null
  let throttledUntil = 0

  const refusalOf = (userAgent: string, gapMs: number, callsToday: number): Answer | null => {
    // It looks like "needs a key", but is not.
    if (!/\w\/\d/.test(userAgent)) return { status: 401 }
    if (rules.callsPerDay > 0 && callsToday > rules.callsPerDay) return { status: 403 }
    if (gapMs < rules.minGapMs) throttledUntil = now() + throttleMs
    if (now() >= throttledUntil) return null
    return { status: 429, headers: { 'retry-after': String(Math.ceil((throttledUntil - now()) / 1000)) } }
  }

  return {
    /** Counts a call. @returns how it is turned away, or `null` when it may pass */
    admit: (userAgent: string): Answer | null => {
      const day = new Date(now()).toISOString().slice(0, 10)
      const at = performance.now()
      const gapMs = lastAt === null ? Number.POSITIVE_INFINITY : at - lastAt
      lastAt = at
      if (gapMs < (smallestGapMs ?? Number.POSITIVE_INFINITY)) smallestGapMs = gapMs
      callsByDay[day] = (callsByDay[day] ?? 0) + 1
      userAgents.add(userAgent)
      const refusal = refusalOf(userAgent, gapMs, callsByDay[day])
      if (refusal !== null) refused[refusal.status] = (refused[refusal.status] ?? 0) + 1
      return refusal
    },
    /** Notes that a list of prices was sent whole. */
    noteSent: (build: string, path: string): void => {
      sent.set(`${build} ${path}`, (sent.get(`${build} ${path}`) ?? 0) + 1)
    },
    insistOn: (changed: Partial<MirrorRules>): void => {
      rules = { ...rules, ...changed }
    },
    etiquette: (): Etiquette => {
      const most = new Map<string, number>()
      for (const [key, count] of sent) {
        const build = key.split(' ')[0] as string
        most.set(build, Math.max(count, most.get(build) ?? 0))
      }
      const pulls = [...most.values()].reduce((sum, count) => sum + count, 0)
      return {
        callsByDay: { ...callsByDay },
        smallestGapMs,
        pulls,
        userAgents: [...userAgents],
        refused: { ...refused },
      }
    },
  }
}
