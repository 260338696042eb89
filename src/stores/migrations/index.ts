import type { Migration } from 'kysely/migration'
import { postgresSchema, sqliteSchema } from './0001-schema.ts'

/** Migrations by name, which is the order in which they run. */
export type Migrations = Readonly<Record<string, Migration>>

/*
 * To change the schema, add a file `0002-what-changes.ts` and its line to the tables below, and the columns to
 * `../tables.ts`. Never edit a migration that was released.
 */

export const sqliteMigrations: Migrations = { '0001-schema': sqliteSchema }

export const postgresMigrations: Migrations = { '0001-schema': postgresSchema }
