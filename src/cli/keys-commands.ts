import type { ApiKey } from '../accounts/ports.ts'
import { dayMs } from '../time/units.ts'
import {
  type Command,
  type CommandContext,
  durationMs,
  formatTable,
  futureInstant,
  type Line,
  optional,
  required,
  UsageError,
} from './command.ts'
import { withAccounts } from './with-store.ts'

const accountOption = {
  account: { type: 'string', value: 'ID', help: 'the account, such as acc_CcsBD3E29Ye9 (required)' },
} as const satisfies Command['options']

const keyHelp = { KEYID: 'the middle part of the key, as keys list shows it' } as const

const maxOverlapMs = 30 * dayMs

/** The id of a key given by its id or whole. A mistyped whole key is in no message, since errors are kept. */
const keyIdOf = ({ operands }: CommandContext): string => {
  const [given = ''] = operands
  if (!given.startsWith('cmd_')) return given
  const [, keyId, secret] = given.split('_')
  if (keyId && secret) return keyId
  throw new UsageError('KEYID is the middle part of a key, between cmd_ and the next _')
}

export const keyRows = (keys: readonly ApiKey[], lastDays?: ReadonlyMap<string, string>): readonly Line[] =>
  formatTable([
    ['key', 'label', 'created', ...(lastDays ? ['last used'] : []), 'expires', 'revoked', 'replaced by'],
    ...keys.map(({ keyId, label, createdAt, expiresAt, revokedAt, replacedBy }) => [
      keyId,
      label,
      createdAt,
      ...(lastDays ? [lastDays.get(keyId) ?? null] : []),
      expiresAt,
      revokedAt,
      replacedBy,
    ]),
  ])

export const keysCommands: readonly Command[] = [
  {
    name: 'keys issue',
    usage: '--account ID [--label TEXT] [--expires INSTANT|30d] [--quiet]',
    summary: 'issue an API key; it is shown only once',
    options: {
      ...accountOption,
      label: { type: 'string', value: 'TEXT', help: 'a note to know the key by (default: none)' },
      expires: {
        type: 'string',
        value: 'INSTANT',
        help: 'when it expires: an ISO 8601 instant, or a length of time such as 30d (default: never)',
      },
      quiet: { type: 'boolean', help: 'print the key alone, for scripts' },
    },
    examples: [
      'keys issue --account acc_CcsBD3E29Ye9 --label till --expires 30d',
      'keys issue --account acc_CcsBD3E29Ye9 --expires 2030-01-31T12:00:00Z',
      'keys issue --account acc_CcsBD3E29Ye9 --quiet',
    ],
    run: async (context) => {
      const expires = optional(context, 'expires')
      const input = {
        accountId: required(context, 'account'),
        label: optional(context, 'label'),
        expiresAt: expires === null ? null : futureInstant(expires, 'expires', Date.now()),
      }
      const issued = await withAccounts(context, (accounts) => accounts.issueKey(input))
      const note = `Key ${issued.keyId}. This is the only time it is shown.`
      return { json: issued, lines: context.options.quiet ? [issued.key] : [issued.key, note] }
    },
  },
  {
    name: 'keys list',
    usage: '--account ID',
    summary: 'list the keys of an account, with the UTC day on which each was last used',
    options: accountOption,
    examples: ['keys list --account acc_CcsBD3E29Ye9'],
    run: async (context) => {
      const accountId = required(context, 'account')
      return withAccounts(context, async (accounts, { requestCounts }) => {
        const keys = await accounts.listKeys(accountId)
        const lastDays = await requestCounts.lastDays(accountId)
        return {
          json: { keys: keys.map((key) => ({ ...key, lastUsedAt: lastDays.get(key.keyId) ?? null })) },
          lines: keys.length > 0 ? keyRows(keys, lastDays) : ['The account has no keys.'],
        }
      })
    },
  },
  {
    name: 'keys revoke',
    usage: 'KEYID',
    summary: 'revoke a key now',
    operandHelp: keyHelp,
    examples: ['keys revoke D97UIvkPHQjU'],
    run: async (context) => {
      const key = await withAccounts(context, (accounts) => accounts.revokeKey(keyIdOf(context)))
      return { json: { key }, lines: keyRows([key]) }
    },
  },
  {
    name: 'keys rotate',
    usage: 'KEYID [--overlap 24h]',
    summary: 'issue a successor of a key; the old key stays valid for the overlap (default 24h; 0s ends it now)',
    options: {
      overlap: { type: 'string', value: '24h', help: 'how long the old key stays valid, at most 30d (default: 24h)' },
    },
    operandHelp: keyHelp,
    examples: ['keys rotate D97UIvkPHQjU', 'keys rotate D97UIvkPHQjU --overlap 7d'],
    run: async (context) => {
      const overlap = optional(context, 'overlap') ?? '24h'
      const overlapMs = durationMs(overlap)
      if (overlapMs === null || overlapMs > maxOverlapMs)
        throw new UsageError(`--overlap must be a length of time up to 30d, such as 24h; it is "${overlap}"`)
      const { issued, replaced } = await withAccounts(context, (accounts) =>
        accounts.rotateKey(keyIdOf(context), overlapMs),
      )
      return {
        json: { ...issued, replaced },
        lines: [
          issued.key,
          `Key ${issued.keyId}. This is the only time it is shown. Key ${replaced.keyId} ends at ` +
            `${replaced.expiresAt}.`,
        ],
      }
    },
  },
]
