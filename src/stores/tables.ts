import type { Generated } from 'kysely'
import type { AuditAction } from '../accounts/ports.ts'
import type { PlanId } from '../contract/plans.ts'

/** The tables, the same in SQLite and PostgreSQL: integers, texts and ISO 8601 instants. */
export interface Tables {
  readonly accounts: {
    readonly id: string
    readonly name: string
    readonly plan: PlanId
    /** Agreed allowances; null is the plan's. */
    readonly requests_per_minute: number | null
    readonly monthly_requests: number | null
    readonly active_keys: number | null
    readonly created_at: string
    readonly closed_at: string | null
    readonly suspended_at: string | null
    readonly suspended_reason: string | null
    /** On PostgreSQL alone: triggers raise it with every change of the account and of its keys. */
    readonly epoch: Generated<number>
  }
  readonly api_keys: {
    readonly key_id: string
    readonly account_id: string
    readonly digest: string
    readonly label: string | null
    readonly created_at: string
    readonly expires_at: string | null
    readonly revoked_at: string | null
    readonly replaced_by: string | null
  }
  /** One row; grows with every change of accounts and keys. Its lock serializes them; SQLite's caches compare it. */
  readonly access_epoch: { readonly id: number; readonly epoch: number }
  /** One row with a random text: with it all processes of the store sign what they share in Redis. */
  readonly cache_secret: { readonly id: number; readonly secret: string }
  /** Units by account and UTC window (`2026-11` or `2026-11-21T09:30`), so that no clock jump grants more. */
  readonly usage_windows: { readonly account_id: string; readonly window: string; readonly used: number }
  /** Changes of accounts and keys, in their order; rows are added and never changed. Ids and JSON, no names. */
  readonly audit_trail: {
    readonly id: Generated<number>
    readonly at: string
    readonly actor: string
    readonly action: AuditAction
    readonly account_id: string
    readonly key_id: string | null
    readonly details: string
  }
  /** Requests by UTC day, written by triggers into `request_months` too. */
  readonly request_counts: { readonly day: string; readonly account_id: string }
}
