import type { Account } from '../accounts/ports.ts'

/** How an account stands. */
export const accountState = ({ closedAt, suspendedAt }: Account): 'open' | 'suspended' | 'closed' => {
  if (closedAt !== null) return 'closed'
  return suspendedAt !== null ? 'suspended' : 'open'
}
