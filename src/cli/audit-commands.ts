import type { AuditEntry } from '../accounts/ports.ts'
import { type Command, dayOption, formatTable, optional } from './command.ts'
import { withAccounts } from './with-store.ts'

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
      since: {
        type: 'string',
        value: 'DAY',
        help: 'only those from a UTC day on, such as 2026-11-01 (default: the first)',
      },
    },
    examples: ['audit list', 'audit list --account acc_CcsBD3E29Ye9', 'audit list --since 2026-11-01 --json'],
    run: async (context) => {
      const accountId = optional(context, 'account')
      const since = dayOption(context, 'since')
      const query = { ...(accountId === null ? {} : { accountId }), ...(since === null ? {} : { since }) }
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
