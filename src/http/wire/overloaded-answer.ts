import { ServiceError } from '../../contract/errors.ts'
import { type HeaderLines, headerLine } from './header-lines.ts'
import type { PendingResponse } from './pending-response.ts'
import { errorBody, errorLines } from './reply-error.ts'
import { write } from './respond.ts'

export const overloadedAnswer = new ServiceError(
  'service_busy',
  'More calls come than can be answered in time; try again in a moment.',
  { retryAfterSeconds: 1 },
)

/** The body around its request id, which needs no escape. */
const [begin = '', end = ''] = JSON.stringify(errorBody(overloadedAnswer, '|')).split('|')
const preparedLines = errorLines(overloadedAnswer) + headerLine('content-type', 'application/json; charset=utf-8')

/** Writes the answer, which is prepared: what refusing a call costs is taken from those that are served. */
export const sendOverloaded = (pending: PendingResponse, headers: HeaderLines, requestId: string): void => {
  const body = begin + requestId + end
  write(pending, overloadedAnswer.status, headers + preparedLines + headerLine('content-length', body.length), body)
}
