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

const body = JSON.stringify(errorBody(busyAnswer))
const bodyHeaders = ['content-type', 'application/json; charset=utf-8', 'content-length', String(Buffer.byteLength(body))]
const preparedHeaders = [...errorReplyHeaders(busyAnswer), ...bodyHeaders]

/** Writes the answer, which is prepared: what refusing a call costs is taken from those that are served. */
export const sendBusy = (res: ServerResponse, headers: FlatHeaders): void => {
  res.writeHead(busyAnswer.status, [...headers, ...preparedHeaders])
  res.end(body, 'latin1')
}
