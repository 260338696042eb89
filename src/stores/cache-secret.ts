import { createSecretKey, type KeyObject } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/** Reads the secret with which all processes of one store sign what they share. */
export const readCacheSecret = async (db: Kysely<Tables>): Promise<KeyObject> => {
  const { secret } = await db.selectFrom('cache_secret').select('secret').executeTakeFirstOrThrow()
  return createSecretKey(secret, 'base64url')
}
