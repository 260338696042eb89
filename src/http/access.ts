import type { IncomingMessage } from 'node:http'
import type { Caller } from '../accounts/accounts.ts'
import type { Account } from '../accounts/ports.ts'
import { secondsUntil } from '../accounts/windows.ts'
import { memoizeByObject } from '../concurrency/memoize.ts'
import { ServiceError } from '../contract/errors.ts'
import type { HeaderLines } from './header-lines.ts'

const bearer = /^bearer +(\S+) *$/i

/** The bearer token of a request, or `null` when none was sent. @throws ServiceError `invalid_api_key` when there are several */
export const tokenOf = (req: IncomingMessage): string | null => {
  const { authorization } = req.headers
  if (authorization === undefined) return null
  if (countHeader(req, 'authorization') > 1) throw new ServiceError('invalid_api_key', 'Send one Authorization header.')
  return bearer.exec(authorization)?.[1] ?? null
}

/** How often a header was sent; Node keeps only the first of some. `name` is in lower case. */
export const countHeader = (req: IncomingMessage, name: string): number => {
  const { rawHeaders } = req
  let count = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const header = rawHeaders[i] as string
    if (header.length === name.length && header.toLowerCase() === name) count++
  }
  return count
}

/** With the end of the line before it. */
const policyLine = memoizeByObject(({ requestsPerMinute, monthlyRequests }: Account) =>
  ['', `ratelimit-policy: "minute";q=${requestsPerMinute};w=60, "month";q=${monthlyRequests}`, ''].join('\r\n'),
)

/** What remains to a known account: the two headers of the API, and the same as the IETF draft on rate limits has them. */
export const allowanceLines = ({ account, grant }: Caller): HeaderLines => {
  const { minuteRemaining, monthRemaining, windows, nowMs } = grant
  const minuteEnds = secondsUntil(windows.minuteEndsMs, nowMs)
  const monthEnds = secondsUntil(windows.monthEndsMs, nowMs)
  return (
    `x-ratelimit-remaining: ${minuteRemaining}\r\nx-monthly-remaining: ${monthRemaining}${policyLine(account)}` +
    `ratelimit: "minute";r=${minuteRemaining};t=${minuteEnds}, "month";r=${monthRemaining};t=${monthEnds}\r\n`
  )
}
