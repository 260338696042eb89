import type { AuditEntry } from '../accounts/ports.ts'
import { type Command, formatTable, optional, UsageError } from './command.ts'
import { withAccounts } from './with-store.ts'

/** A UTC day that there is. @throws UsageError */
const dayOf = (text: string, option: string): string => {
  const ms = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN
  // The 30th of February would pass as a day in March.
  if (!Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text)) return text
  throw new UsageError(`--${option} must be a UTC day such as 2026-11-01; it is "${text}"`)
}

const detailsText = (details: AuditEntry['details']): string | null => {
  const text = JSON.stringify(details)
  return text === '{}' ? null : text
}

export const auditCommands: readonly Command[] = [
  {
    name: 'audit list',
    usage: '[--account ID] [--since DAY]',
    summary: 'list every change of accounts and keys: when, by whom, what; the oldest first',
    options: {
      account: { type: 'string', value: 'ID', help: 'only those of one account, also of a deleted one (default: all)' },
      since: { type: 'string', value: 'DAY', help: 'only those from a UTC day on, such as 2026-11-01 (default: the first)' },
    },
    examples: ['audit list', 'audit list --account acc_CcsBD3E29Ye9', 'audit list --since 2026-11-01 --json'],
    run: async (context) => {
      const accountId = optional(context, 'account')
      const since = optional(context, 'since')
      const query = {
        ...(accountId === null ? {} : { accountId }),
        ...(since === null ? {} : { since: dayOf(since, 'since') }),
      }
      const entries = await withAccounts(context, (accounts) => accounts.audit(query))
      const rows = entries.map(({ at, actor, action, accountId, keyId, details }) => [
        at,
        actor,
        action,
        accountId,
        keyId,
        detailsText(details),
      ])
      const heads = ['at', 'actor', 'action', 'account', 'key', 'details']
      return { json: { entries }, lines: rows.length > 0 ? formatTable([heads, ...rows]) : ['No change was recorded.'] }
    },
  },
]
