import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** On PostgreSQL: a number of each account that every change of it and of its keys raises, whoever makes it, so that a process of an earlier release beside this one is noticed too. */
export const accountEpochsMigration: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of [
      'alter table accounts add column epoch integer not null default 1',
      `create function raise_account_epoch() returns trigger language plpgsql as $raise$
        begin new.epoch := old.epoch + 1; return new; end $raise$`,
      'create trigger accounts_epoch before update on accounts for each row execute function raise_account_epoch()',
      // The trigger of accounts does the rest.
      `create function raise_epoch_of_key() returns trigger language plpgsql as $raise$
        begin update accounts set epoch = epoch where id in (old.account_id, new.account_id); return null; end $raise$`,
      'create trigger api_keys_epoch after insert or update or delete on api_keys for each row execute function raise_epoch_of_key()',
    ])
      await sql.raw(statement).execute(db)
  },
}
