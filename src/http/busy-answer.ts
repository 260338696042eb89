import type { ServerResponse } from 'node:http'
import { ServiceError } from '../contract/errors.ts'
import { errorBody, errorReplyHeaders } from './reply-error.ts'
import type { FlatHeaders } from './respond.ts'

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
const preparedHeaders = [...errorReplyHeaders(busyAnswer), 'content-type', 'application/json; charset=utf-8', 'content-length']

/** Writes the answer, which is prepared: what refusing a call costs is taken from those that are served. */
export const sendBusy = (res: ServerResponse, headers: FlatHeaders, requestId: string): void => {
  const body = begin + requestId + end
  res.writeHead(busyAnswer.status, [...headers, ...preparedHeaders, String(body.length)])
  res.end(body, 'latin1')
}
