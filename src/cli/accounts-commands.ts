import type { AccountChange } from '../accounts/account-management.ts'
import type { Account } from '../accounts/ports.ts'
import { windowsAt } from '../accounts/windows.ts'
import { hasControls } from '../cards/control-characters.ts'
import { planIds } from '../contract/plan-table.ts'
import type { PlanId } from '../contract/plans.ts'
import { accountState } from './account-state.ts'
import { auditCommands } from './audit-commands.ts'
import {
  type Command,
  type CommandContext,
  type CommandResult,
  formatTable,
  type Line,
  optional,
  positiveInteger,
  required,
  UsageError,
} from './command.ts'
import { confirm, yesOption } from './confirm.ts'
import { keyRows, keysCommands } from './keys-commands.ts'
import { usageCommand } from './usage-command.ts'
import { databaseName, withAccounts } from './with-store.ts'

const allowanceOptions = {
  'requests-per-minute': { type: 'string', value: 'N', help: 'requests in a UTC minute (default: as the plan has it)' },
  'monthly-requests': { type: 'string', value: 'N', help: 'requests in a UTC month (default: as the plan has it)' },
  'active-keys': { type: 'string', value: 'N', help: 'keys that may be active at once (default: as the plan has it)' },
} as const satisfies Command['options']

const allowanceUsage = '[--requests-per-minute N] [--monthly-requests N] [--active-keys N]'

const agreedOf = (context: CommandContext) => ({
  requestsPerMinute: positiveInteger(context, 'requests-per-minute'),
  monthlyRequests: positiveInteger(context, 'monthly-requests'),
  activeKeys: positiveInteger(context, 'active-keys'),
})

const planOf = (text: string): PlanId => {
  const plan = planIds.find((id) => id === text)
  if (!plan) throw new UsageError(`the plan must be one of ${planIds.join(', ')}; it is "${text}"`)
  return plan
}

const accountRows = (accounts: readonly Account[], used?: ReadonlyMap<string, number>): readonly Line[] =>
  formatTable([
    ['account', 'name', 'state', 'since', 'plan', 'per minute', 'per month', ...(used ? ['used'] : []), 'max keys'],
    ...accounts.map((account) => [
      account.id,
      account.name,
      accountState(account),
      account.closedAt ?? account.suspendedAt ?? account.createdAt,
      account.plan,
      account.requestsPerMinute,
      account.monthlyRequests,
      ...(used ? [used.get(account.id) ?? 0] : []),
      account.activeKeys,
    ]),
  ])

const accountDocument = (account: Account) => ({ ...account, state: accountState(account) })

const accountResult = (account: Account, ...more: readonly string[]): CommandResult => ({
  json: { account: accountDocument(account) },
  lines: [...accountRows([account]), ...more],
})

/** The result of a change, which says plainly when there was none to make. */
const changeResult = ({ account, isChanged }: AccountChange, unchanged: string): CommandResult => ({
  json: { account: accountDocument(account), isChanged },
  lines: [...accountRows([account]), ...(isChanged ? [] : [`Nothing was changed: ${unchanged}.`])],
})

const idHelp = { ID: 'the account, such as acc_CcsBD3E29Ye9' } as const

const firstOperand = ({ operands }: CommandContext): string => operands[0] as string

export const accountsCommands: readonly Command[] = [
  {
    name: 'accounts create',
    usage: `--name NAME --plan ${planIds.join('|')} ${allowanceUsage} [--quiet]`,
    summary: 'create an account; agreed allowances replace those of the plan',
    options: {
      name: {
        type: 'string',
        value: 'NAME',
        help: 'what the account is called in lists and in GET /v1/usage (required)',
      },
      plan: { type: 'string', value: 'PLAN', help: `its plan: ${planIds.join(', ')} (required)` },
      ...allowanceOptions,
      quiet: { type: 'boolean', help: 'print the id alone, for scripts' },
    },
    examples: [
      'accounts create --name "Corner Shop" --plan starter',
      'accounts create --name "Corner Shop" --plan starter --requests-per-minute 300 --monthly-requests ' +
        '50000 --active-keys 5',
      'accounts create --name "Corner Shop" --plan starter --quiet',
    ],
    run: async (context) => {
      const input = {
        name: required(context, 'name'),
        plan: planOf(required(context, 'plan')),
        agreed: agreedOf(context),
      }
      const account = await withAccounts(context, (accounts) => accounts.create(input))
      return context.options.quiet ? { json: accountResult(account).json, lines: [account.id] } : accountResult(account)
    },
  },
  {
    name: 'accounts list',
    summary: 'list all accounts, with their state and what each has used of this month',
    examples: ['accounts list', 'accounts list --json'],
    run: (context) =>
      withAccounts(context, async (accounts, { now }) => {
        const units = (await accounts.monthUnits(windowsAt(now()).month)).filter(({ account }) => account !== null)
        const listed = units.map(({ account }) => account as Account)
        return {
          json: {
            accounts: units.map(({ account, units }) => ({ ...accountDocument(account as Account), monthUsed: units })),
          },
          lines:
            listed.length > 0
              ? accountRows(listed, new Map(units.map(({ accountId, units }) => [accountId, units])))
              : [`There are no accounts yet in ${await databaseName(context)}.`],
        }
      }),
  },
  {
    name: 'accounts show',
    usage: 'ID',
    summary: 'show one account, and why it is suspended',
    operandHelp: idHelp,
    examples: ['accounts show acc_CcsBD3E29Ye9'],
    run: async (context) => {
      const account = await withAccounts(context, (accounts) => accounts.show(firstOperand(context)))
      return accountResult(
        account,
        ...(account.suspendedReason === null ? [] : [`Suspended: ${account.suspendedReason}`]),
      )
    },
  },
  {
    name: 'accounts plan',
    usage: `ID ${planIds.join('|')} ${allowanceUsage} [--revoke-newest]`,
    summary: 'put an account on a plan; allowances not given here become those of the plan',
    options: {
      ...allowanceOptions,
      'revoke-newest': {
        type: 'boolean',
        help: 'revoke the newest keys when more are active than allowed; without it that is refused',
      },
    },
    operandHelp: { ...idHelp, [planIds.join('|')]: 'the plan that it is to have' },
    examples: [
      'accounts plan acc_CcsBD3E29Ye9 growth',
      'accounts plan acc_CcsBD3E29Ye9 starter --requests-per-minute 60 --monthly-requests 20000 --active-keys 3',
      'accounts plan acc_CcsBD3E29Ye9 starter --revoke-newest',
    ],
    run: async (context) => {
      const [id, plan] = context.operands as [string, string]
      const planId = planOf(plan)
      const revokesNewest = context.options['revoke-newest'] === true
      const { account, revoked } = await withAccounts(context, (accounts) =>
        accounts.changePlan(id, planId, agreedOf(context), { revokesNewest }),
      )
      const lines = [...accountRows([account]), ...(revoked.length > 0 ? ['', 'Revoked:', ...keyRows(revoked)] : [])]
      return { json: { account: accountDocument(account), revoked }, lines }
    },
  },
  {
    name: 'accounts suspend',
    usage: 'ID [--reason TEXT]',
    summary: 'refuse the calls of an account (401 suspended_account) until it is resumed; its keys stay as they are',
    operandHelp: idHelp,
    options: {
      reason: {
        type: 'string',
        value: 'TEXT',
        help: 'why, for the operator alone; the audit trail has it for good, so name nobody (default: none)',
      },
    },
    examples: ['accounts suspend acc_CcsBD3E29Ye9 --reason "invoice 17 is unpaid"'],
    run: async (context) => {
      const reason = optional(context, 'reason')?.trim() || null
      const change = await withAccounts(context, (accounts) => accounts.suspend(firstOperand(context), reason))
      return changeResult(change, 'the account was suspended already')
    },
  },
  {
    name: 'accounts resume',
    usage: 'ID',
    summary: 'end the suspension of an account: its keys work again',
    operandHelp: idHelp,
    examples: ['accounts resume acc_CcsBD3E29Ye9'],
    run: async (context) =>
      changeResult(
        await withAccounts(context, (accounts) => accounts.resume(firstOperand(context))),
        'the account was not suspended',
      ),
  },
  {
    name: 'accounts rename',
    usage: 'ID NAME',
    summary: 'give an account another name; quote one of several words',
    operandHelp: { ...idHelp, NAME: 'its new name' },
    examples: ['accounts rename acc_CcsBD3E29Ye9 "Market Stall"'],
    run: async (context) => {
      const name = (context.operands[1] as string).trim()
      if (name === '' || hasControls(name))
        throw new UsageError('NAME must not be empty or hold control or direction characters')
      const change = await withAccounts(context, (accounts) => accounts.rename(firstOperand(context), name))
      return changeResult(change, 'the account bears this name already')
    },
  },
  {
    name: 'accounts close',
    usage: 'ID [--yes]',
    summary: 'close an account for good and revoke its keys; asks on a terminal',
    operandHelp: idHelp,
    options: yesOption,
    examples: ['accounts close acc_CcsBD3E29Ye9', 'accounts close acc_CcsBD3E29Ye9 --yes'],
    run: (context) =>
      withAccounts(context, async (accounts) => {
        const { id, name, closedAt } = await accounts.show(firstOperand(context))
        const what = `closes account ${id} (${name}) for good and revokes its keys`
        if (closedAt === null) await confirm(context, { what, expected: id, isRequired: false })
        return changeResult(await accounts.close(id), 'the account was closed already')
      }),
  },
  {
    name: 'accounts delete',
    usage: 'ID --yes',
    summary:
      'delete an account with its name, its keys and its daily counts; asks on a terminal, elsewhere --yes is needed',
    operandHelp: idHelp,
    options: yesOption,
    examples: ['accounts delete acc_CcsBD3E29Ye9 --yes'],
    run: (context) =>
      withAccounts(context, async (accounts) => {
        const { id, name } = await accounts.show(firstOperand(context))
        await accounts.checkDeletable(id)
        const what = `deletes account ${id} (${name}), its keys and its daily counts; nothing brings them back`
        await confirm(context, { what, expected: id, isRequired: true })
        const { isStillRead } = await accounts.delete(id)
        const lines = [`Deleted account ${id}. What it was charged by month stays under this id, without its name.`]
        if (isStillRead)
          lines.push(
            `A process that reads ${await databaseName(context)} keeps the name in it: it leaves the file ` +
              'within an hour after that has ended.',
          )
        return { json: { deleted: { id }, isStillRead }, lines }
      }),
  },
  ...keysCommands,
  ...auditCommands,
  usageCommand,
]
