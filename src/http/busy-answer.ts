import { ServiceError } from '../contract/errors.ts'
import { type HeaderLines, headerLine } from './header-lines.ts'
import { errorBody, errorLines } from './reply-error.ts'
import { write } from './respond.ts'
import type { Turn } from './turn.ts'

/** What a call is told that came while there were too many. */
export const busyAnswer = new ServiceError(
  'service_busy',
  'More calls come than can be answered in time; try again in a moment.',
  {
    retryAfterSeconds: 1,
  },
)

/** The body without its request id, which needs no escape, and comes between. */
const [begin = '', end = ''] = JSON.stringify(errorBody(busyAnswer, '|')).split('|')
const preparedLines = errorLines(busyAnswer) + headerLine('content-type', 'application/json; charset=utf-8')

/** Writes the answer, which is prepared: what refusing a call costs is taken from those that are served. */
export const sendBusy = (turn: Turn, headers: HeaderLines, requestId: string): void => {
  const body = begin + requestId + end
  write(turn, busyAnswer.status, headers + preparedLines + headerLine('content-length', body.length), body)
}
