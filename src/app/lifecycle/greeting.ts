import type { Accounts } from '../../accounts/accounts.ts'
import { createLog, type OutputLog } from '../../telemetry/log.ts'
import type { Config } from '../configuration/config.ts'
import { makeFirstKey } from './first-key.ts'

/** Standard output: text on a terminal, one JSON line for whatever else reads it. */
export interface StartOutput {
  readonly out: (line: string) => void
  readonly isTerminal: boolean
  /** How a line that starts this program begins. */
  readonly program: string
}

/** The log of the process that writes to this output. */
export const openLog = ({ logFormat, logLevel, hasColors }: Config, { isTerminal }: StartOutput): OutputLog => {
  const isText = logFormat === 'auto' ? isTerminal : logFormat === 'text'
  return createLog(logLevel, isText ? { hasColors: hasColors && isTerminal } : null)
}

const firstSteps =
  'There is no account yet: `accounts create --name NAME --plan growth` makes one, `keys issue --account ID` ' +
  'its API key.'

/** A call with a plain answer: the sandbox has one card of this number and set; a real market is not known here. */
const firstCallOf = (marketSource: Config['marketSource']): string =>
  marketSource === 'sandbox' ? '/v1/identify?q=Charizard+4/102&set=base-set' : '/v1/search?q=charizard&limit=3'

interface Greeting {
  readonly address: string
  readonly metrics: string | null
  /** The key that was made at this start. */
  readonly key: string | null
  readonly hasAccounts: boolean
  /** The account, where there is exactly one. */
  readonly onlyAccount: string | null
  readonly config: Config
}

const greet = (output: StartOutput, { address, metrics, key, hasAccounts, onlyAccount, config }: Greeting) => {
  const { marketSource, catalogSource, dataDir, workers } = config
  if (!output.isTerminal) {
    const line = {
      msg: 'serving',
      address,
      metrics,
      marketSource,
      catalogSource,
      dataDir,
      ...(workers > 1 ? { workers } : {}),
    }
    output.out(
      JSON.stringify({ ...line, ...(key === null ? {} : { key }), ...(hasAccounts ? {} : { hint: firstSteps }) }),
    )
    return
  }
  const several = workers > 1 ? `, workers: ${workers}` : ''
  output.out(`Card Market Data serves at ${address} (market: ${marketSource}, catalogue: ${catalogSource}${several})`)
  output.out(`  console    ${address}/`)
  output.out(`  reference  ${address}/docs`)
  if (metrics !== null) {
    output.out(`  operator   ${metrics}/`)
    output.out(`  metrics    ${metrics}/metrics`)
  }
  output.out(`  data       ${dataDir}`)
  if (key !== null) {
    output.out('')
    output.out('  Your API key, shown this once:')
    output.out(`  ${key}`)
    output.out('')
    output.out(`  curl -H "Authorization: Bearer ${key}" "${address}${firstCallOf(marketSource)}"`)
  }
  if (!hasAccounts) output.out(`  ${firstSteps}`)
  else if (key === null)
    output.out(
      `  No key at hand? With the same settings, ${output.program} keys issue --account ${onlyAccount ?? 'ID'} ` +
        `makes one.`,
    )
}

/** Makes the first key where there is to be one, and tells the addresses; `metrics` is `null` without one. */
export const announce = async (
  output: StartOutput,
  {
    config,
    accounts,
    address,
    metrics,
  }: {
    readonly config: Config
    readonly accounts: Accounts
    readonly address: string
    readonly metrics: string | null
  },
): Promise<void> => {
  const key = await makeFirstKey(config, accounts, output.isTerminal)
  const hasAccounts = key !== null || (await accounts.hasAny())
  const listed = key === null && hasAccounts && output.isTerminal ? await accounts.list() : []
  const [only, ...others] = listed.filter(({ closedAt }) => closedAt === null)
  const onlyAccount = only !== undefined && others.length === 0 ? only.id : null
  greet(output, { address, metrics, key, hasAccounts, onlyAccount, config })
}
