import type { Accounts, Caller } from '../../accounts/accounts.ts'
import { refusalOf } from '../../accounts/metering.ts'
import { type ErrorCode, ServiceError } from '../../contract/errors.ts'

/** Codes of calls that were turned away before any work, so that their unit is refunded. */
const shedCodes: ReadonlySet<ErrorCode> = new Set(['service_busy', 'shutting_down'])

/** A call that is paid for, whichever way it came. */
export interface ChargedCall {
  /** Told who calls, also when the unit was refused. */
  readonly onAdmitted: (caller: Caller) => void
  /** Told what remains and whether the call is charged, once nothing changes it any more: after a refund it is more. */
  readonly onSettled: (caller: Caller, isCharged: boolean) => void
  /** Whether a call that failed is not to be charged, for a reason beside its error. */
  readonly isRefunded: () => boolean
  readonly work: (caller: Caller) => object | Promise<object>
}

/**
 * Charges one unit for a call, and refunds it when the call was turned away before any work. @throws ServiceError of
 * the key, of the allowance or of the work
 */
export const chargeCall = async (accounts: Accounts, token: string | null, call: ChargedCall): Promise<object> => {
  const caller = await accounts.admit(token)
  call.onAdmitted(caller)
  const refusal = refusalOf(caller.grant, caller.account)
  if (refusal) {
    call.onSettled(caller, false)
    throw refusal
  }
  try {
    const working = call.work(caller)
    const answer = working instanceof Promise ? await working : working
    call.onSettled(caller, true)
    return answer
  } catch (error) {
    const isShed = error instanceof ServiceError && shedCodes.has(error.code)
    // A store that fails now must not hide why the call was refused; then the unit stays charged, and the caller is
    // told so.
    const settled = isShed || call.isRefunded() ? await accounts.refund(caller).catch(() => caller) : caller
    call.onSettled(settled, settled === caller)
    throw error
  }
}
