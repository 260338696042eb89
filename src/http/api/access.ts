import type { IncomingMessage } from 'node:http'
import type { Caller } from '../../accounts/accounts.ts'
import type { Account } from '../../accounts/ports.ts'
import { secondsUntil } from '../../accounts/windows.ts'
import { memoizeByObject } from '../../concurrency/memoize.ts'
import { ServiceError } from '../../contract/errors.ts'
import type { HeaderLines } from '../wire/header-lines.ts'
import { countHeader } from '../wire/request-head.ts'

const bearer = /^bearer +(\S+) *$/i

/** The bearer token, or `null` when none was sent. @throws ServiceError `invalid_api_key` when there are several */
export const tokenOf = (req: IncomingMessage): string | null => {
  const { authorization } = req.headers
  if (authorization === undefined) return null
  if (countHeader(req, 'authorization') > 1) throw new ServiceError('invalid_api_key', 'Send one Authorization header.')
  return bearer.exec(authorization)?.[1] ?? null
}

/** With the end of the line before it. */
const policyLine = memoizeByObject(({ requestsPerMinute, monthlyRequests }: Account) =>
  ['', `ratelimit-policy: "minute";q=${requestsPerMinute};w=60, "month";q=${monthlyRequests}`, ''].join('\r\n'),
)

/** What remains to an account, in the two headers of the API and in those of the IETF draft on rate limits. */
export const allowanceLines = ({ account, grant }: Caller): HeaderLines => {
  const { minuteRemaining, monthRemaining, windows, nowMs } = grant
  const minuteEnds = secondsUntil(windows.minuteEndsMs, nowMs)
  const monthEnds = secondsUntil(windows.monthEndsMs, nowMs)
  return (
    `x-ratelimit-remaining: ${minuteRemaining}\r\nx-monthly-remaining: ${monthRemaining}${policyLine(account)}` +
    `ratelimit: "minute";r=${minuteRemaining};t=${minuteEnds}, "month";r=${monthRemaining};t=${monthEnds}\r\n`
  )
}
