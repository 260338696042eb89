import type { Account } from '../accounts/ports.ts'

export const accountState = ({ closedAt, suspendedAt }: Account): 'open' | 'suspended' | 'closed' => {
  if (closedAt !== null) return 'closed'
  return suspendedAt !== null ? 'suspended' : 'open'
}
