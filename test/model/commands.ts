import fc from 'fast-check'
import { planIds } from '../../src/contract/plan-table.ts'

const small = (max: number) => fc.option(fc.integer({ min: 1, max }), { nil: null })
const day = 86_400_000

/** One step of a life: calls, what clients and operators do, what the clock does, and how the process ends. */
const command = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('call' as const),
      handle: fc.nat(1),
      /** 0 is the newest key, 1 the one before it. */
      keyAge: fc.constantFrom(0, 0, 0, 1, 2),
      calls: fc.integer({ min: 1, max: 9 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('burst' as const), calls: fc.integer({ min: 2, max: 24 }) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('refund' as const), handle: fc.nat(1) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('step' as const),
      ms: fc.constantFrom(1, 999, 30_000, 60_000, day, 40 * day, -1, -30_000, -3_600_000, -35 * day),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('edge' as const),
      of: fc.constantFrom('minute' as const, 'month' as const),
      /** Just before the end, or exactly at it. */
      beforeMs: fc.constantFrom(1, 0),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('revoke' as const), handle: fc.nat(1) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('rotate' as const),
      handle: fc.nat(1),
      overlapMs: fc.constantFrom(0, 30_000, 3_600_000),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('plan' as const),
      handle: fc.nat(1),
      plan: fc.constantFrom(...planIds),
      perMinute: small(12),
      perMonth: small(40),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('close' as const), handle: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('crash' as const),
      /** Calls that are under way, and for how many turns of the event loop. */
      calls: fc.nat(12),
      turns: fc.nat(3),
    }),
  },
)

export const commands = fc.array(command, { minLength: 1, maxLength: 30 })

export type Command = ReturnType<typeof fc.sample<typeof command extends fc.Arbitrary<infer T> ? T : never>>[number]
