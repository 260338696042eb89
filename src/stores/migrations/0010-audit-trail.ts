import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Changes of accounts and keys. Triggers refuse to change or remove a row, so that the trail only grows. */
const migrationOf = (id: string, refuseChanges: readonly string[]): Migration => ({
  up: async (db: Kysely<unknown>) => {
    await sql`create table audit_trail (
      id ${sql.raw(id)}, at text not null, actor text not null, action text not null,
      account_id text not null, key_id text, details text not null)`.execute(db)
    await sql`create index audit_trail_by_account on audit_trail (account_id, id)`.execute(db)
    for (const statement of refuseChanges) await sql.raw(statement).execute(db)
  },
})

const refusal = 'rows of the audit trail are never changed'

export const sqliteAuditTrailMigration = migrationOf(
  'integer primary key autoincrement',
  ['update', 'delete'].map(
    (change) =>
      `create trigger audit_trail_no_${change} before ${change} on audit_trail begin select raise(abort, '${refusal}'); end`,
  ),
)

export const postgresAuditTrailMigration = migrationOf('bigint primary key generated always as identity', [
  `create function refuse_audit_change() returns trigger language plpgsql as $refuse$ begin raise exception '${refusal}'; end $refuse$`,
  `create trigger audit_trail_no_change before update or delete or truncate on audit_trail for each statement execute function refuse_audit_change()`,
])
