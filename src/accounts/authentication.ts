import { LRUCache } from 'lru-cache'
import { createSemaphore } from '../concurrency/semaphore.ts'
import { createSingleFlight } from '../concurrency/single-flight.ts'
import { ServiceError } from '../contract/errors.ts'
import { digestOf, isApiKey } from './api-key.ts'
import type { AccountStore, AuthContext } from './ports.ts'

/** A bound, not a tuning knob. */
const maxCachedContexts = 20_000

/**
 * Keys looked up in the store at once, fewer than PostgreSQL has connections for it, and how many more may wait and how
 * long: whoever sends invented keys with a valid checksum takes neither the connections from others nor memory, and
 * while the store is silent nobody waits behind all others. Unknown keys are not remembered, so that one issued a
 * moment ago by another process works at once.
 */
const lookups = { max: 3, maxWaiting: 1_000, maxWaitMs: 1_000 } as const

const tooManyLookups = () =>
  new ServiceError('service_busy', 'Too many keys are being looked up; try again in a moment.', {
    retryAfterSeconds: 1,
  })

/** How long a suspension is remembered, so that calls of a suspended account hardly ever reach the store. */
const suspensionKeptMs = 1_000

const isPast = (instant: string | null, nowMs: number): boolean => instant !== null && Date.parse(instant) <= nowMs

/** Whose a key is, and whether it may call. */
export interface Authentication {
  /**
   * The key and its account, from memory where they are cached: what is out of date there is noticed by its epoch when
   * a unit is taken.
   * @throws ServiceError when there is no key, or what is there is none
   */
  readonly find: (token: string | null) => AuthContext | Promise<AuthContext>
  /** The same from the store; concurrent calls with one key share one read. */
  readonly findNow: (token: string | null) => Promise<AuthContext>
  /** @throws ServiceError that says why the key may not call */
  readonly check: (auth: AuthContext) => void
  /** Drops a context that is out of date. */
  readonly forget: (token: string | null, auth: AuthContext) => void
}

export const createAuthentication = ({
  store,
  now,
}: {
  readonly store: Pick<AccountStore, 'findAuthContext'>
  /** Milliseconds since the epoch. */
  readonly now: () => number
}): Authentication => {
  const authCache = new LRUCache<string, AuthContext>({ max: maxCachedContexts })
  const inFlight = createSingleFlight<AuthContext>()
  const suspendedReadMs = new WeakMap<AuthContext, number>()
  const lookup = createSemaphore({ ...lookups, busy: tooManyLookups })
  const readContext = async (digest: string): Promise<AuthContext> => {
    const read = await lookup.run(async () => store.findAuthContext(digest))
    if (!read) throw new ServiceError('invalid_api_key', 'The API key is unknown.')
    authCache.set(digest, read)
    if (read.account.suspendedAt !== null) suspendedReadMs.set(read, now())
    return read
  }

  /** A refused call takes no unit, so no epoch tells that its account was resumed. Every other refusal is for good. */
  const mayBeResumed = (auth: AuthContext): boolean => {
    if (auth.account.suspendedAt === null) return false
    const ageMs = now() - (suspendedReadMs.get(auth) ?? 0)
    return ageMs < 0 || ageMs >= suspensionKeptMs
  }

  const digestOfKey = (token: string | null): string => {
    if (token === null)
      throw new ServiceError('missing_api_key', 'Send the API key as "Authorization: Bearer <API_KEY>".')
    return digestOf(token)
  }

  /** A cached key has proved its checksum before. */
  const readOnce = (token: string | null, digest: string, cached: AuthContext | undefined): Promise<AuthContext> => {
    if (!cached && !isApiKey(token ?? '')) throw new ServiceError('invalid_api_key', 'The API key is malformed.')
    return inFlight.run(digest, () => readContext(digest))
  }

  return {
    find: (token) => {
      const digest = digestOfKey(token)
      const cached = authCache.get(digest)
      return cached && !mayBeResumed(cached) ? cached : readOnce(token, digest, cached)
    },
    findNow: async (token) => {
      const digest = digestOfKey(token)
      return readOnce(token, digest, authCache.get(digest))
    },
    check: ({ key, account }) => {
      if (key.revokedAt !== null || account.closedAt !== null)
        throw new ServiceError('revoked_api_key', 'The API key was revoked.')
      if (isPast(key.expiresAt, now())) throw new ServiceError('expired_api_key', 'The API key has expired.')
      // Why stays with the operator: the reason may be about people, and the client can do nothing about it.
      if (account.suspendedAt !== null)
        throw new ServiceError(
          'suspended_account',
          'The account is suspended; its keys work again once the operator resumes it.',
        )
    },
    forget: (token, auth) => {
      const digest = digestOfKey(token)
      if (authCache.get(digest) === auth) authCache.delete(digest)
    },
  }
}
