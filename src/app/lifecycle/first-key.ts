import type { Accounts } from '../../accounts/accounts.ts'
import type { Config } from '../configuration/config.ts'

const isLoopback = (host: string): boolean => /^(localhost|127(\.\d+){3}|::1)$/.test(host)

/**
 * Whether the key that a first start makes may be printed. Standard output may be kept as a log, where a key does not
 * belong: so it is printed on a terminal, of real data only to somebody who serves this machine alone, and to scripts
 * only where it guards nothing, an invented market that this machine alone can reach. A container listens on all
 * addresses, so its log never holds one.
 */
export const mayPrintKey = (
  { marketSource, host }: Pick<Config, 'marketSource' | 'host'>,
  isTerminal: boolean,
): boolean => (marketSource === 'sandbox' ? isTerminal || isLoopback(host) : isTerminal && isLoopback(host))

/** Makes a first account and key. @returns `null` when there are accounts, or the key could not be shown */
export const makeFirstKey = async (config: Config, accounts: Accounts, isTerminal: boolean): Promise<string | null> => {
  if (!mayPrintKey(config, isTerminal)) return null
  const name = config.marketSource === 'sandbox' ? 'Sandbox' : 'First account'
  const issued = await accounts.createFirst({ name, plan: 'growth', label: 'first start' })
  return issued?.key ?? null
}
