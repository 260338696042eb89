import { closedError, found, RefusedError } from './account-errors.ts'
import { mintApiKey } from './api-key.ts'
import type { AccountStore, ApiKey, StoredKey } from './ports.ts'

/** A key that was just issued; the only moment at which its text is known. */
export interface IssuedKey extends ApiKey {
  readonly key: string
}

export interface KeyManagement {
  readonly issueKey: (input: {
    accountId: string
    label: string | null
    expiresAt: string | null
  }) => Promise<IssuedKey>
  readonly listKeys: (accountId: string) => Promise<readonly ApiKey[]>
  readonly revokeKey: (keyId: string) => Promise<ApiKey>
  /** Issues a successor with the lifetime of the key, which stays valid for the overlap. */
  readonly rotateKey: (keyId: string, overlapMs: number) => Promise<{ issued: IssuedKey; replaced: ApiKey }>
}

const iso = (ms: number) => new Date(ms).toISOString()

/** Makes a key of an account. @returns its text, and what is stored of it */
export const makeKey = (key: Pick<StoredKey, 'accountId' | 'label' | 'createdAt' | 'expiresAt'>) => {
  const { key: text, keyId, digest } = mintApiKey()
  const { accountId, label, createdAt, expiresAt } = key
  const kept: ApiKey = { keyId, accountId, label, createdAt, expiresAt, revokedAt: null, replacedBy: null }
  return { stored: { ...kept, digest } satisfies StoredKey, issued: { key: text, ...kept } satisfies IssuedKey }
}

export const createKeyManagement = (
  store: AccountStore,
  { actor, now }: { readonly actor: string; readonly now: () => number },
): KeyManagement => ({
  issueKey: async ({ accountId, label, expiresAt }) => {
    const { stored, issued } = makeKey({ accountId, label, createdAt: iso(now()), expiresAt })
    const { outcome, account } = found(await store.addKey(stored, actor), 'account', accountId)
    if (outcome === 'account_closed') throw closedError(accountId)
    if (outcome === 'cap_reached')
      throw new RefusedError(`Account ${accountId} has all of its ${account.activeKeys} active keys; revoke one first.`)
    return issued
  },

  listKeys: async (accountId) => store.listKeys(found(await store.findAccount(accountId), 'account', accountId).id),

  revokeKey: async (keyId) => found(await store.revokeKey(keyId, { actor, at: iso(now()) }), 'key', keyId),

  rotateKey: async (keyId, overlapMs) => {
    const { accountId, label, ...old } = found(await store.findKey(keyId), 'key', keyId)
    const nowMs = now()
    const lifetimeMs = old.expiresAt === null ? null : Date.parse(old.expiresAt) - Date.parse(old.createdAt)
    const expiresAt = lifetimeMs === null ? null : iso(nowMs + lifetimeMs)
    const { stored, issued } = makeKey({ accountId, label, createdAt: iso(nowMs), expiresAt })
    const replaced = await store.replaceKey(keyId, iso(nowMs + overlapMs), stored, actor)
    if (replaced === null) throw new RefusedError(`Key ${keyId} is no longer active; issue a new one.`)
    return { issued, replaced }
  },
})
