import { STATUS_CODES } from 'node:http'
import { ServiceError } from '../../contract/errors.ts'
import { headerLines } from './header-lines.ts'
import type { HttpLimits } from './limits.ts'
import { errorBody, errorLines } from './reply-error.ts'

/** An error of Node's parser, which stopped after `bytesParsed` bytes of what it was given last. */
export interface ParserError extends Error {
  readonly code?: string
  readonly reason?: string
  readonly bytesParsed?: number
  readonly rawPacket?: Buffer
}

/** What was given last from the line on in which the parser stopped, `null` when it is not known. */
const failedLine = ({ rawPacket, bytesParsed = 0 }: ParserError): string | null => {
  if (rawPacket === undefined) return null
  const text = rawPacket.toString('latin1')
  const start = text.lastIndexOf('\n', bytesParsed - 1) + 1
  const end = text.indexOf('\r\n', start)
  return text.slice(start, end === -1 ? undefined : end)
}

/** What is left of a request line from within its method on; `begun` may not have come to its end. */
const restOfRequestLine = {
  whole: /^[\w!#$%&'*+.^`|~-]* \S+ HTTP\/\d\.\d$/,
  begun: /^[\w!#$%&'*+.^`|~-]+( \S*( [HTP/\d.]*)?)?$/,
}

/** Whether the parser stopped in what is a method by its form, however the bytes came in. */
const isWithinMethod = ({ rawPacket, bytesParsed = 0 }: ParserError): boolean => {
  const rest = rawPacket?.toString('latin1', bytesParsed) ?? ''
  const end = rest.indexOf('\r\n')
  return end === -1 ? restOfRequestLine.begun.test(rest) : restOfRequestLine.whole.test(rest.slice(0, end))
}

/** One that may not have come to its end. */
const begunRequestLine = /^[A-Z]+ \S+( HTTP\/\d\.\d)?$/

/** What an error of the parser, or a time limit of the server, is to the client. */
export const parserFailure = (
  error: ParserError,
  isWithinBody: boolean,
  { headerBytes, headerFields, targetBytes }: HttpLimits,
): ServiceError => {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return begunRequestLine.test(failedLine(error) ?? '')
        ? new ServiceError('uri_too_long', `The request target exceeds ${targetBytes} bytes.`)
        : new ServiceError(
            'headers_too_large',
            `The request headers exceed ${headerBytes} bytes or ${headerFields} fields.`,
          )
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new ServiceError('request_timeout', 'The request was not sent completely in time.')
    case 'HPE_INVALID_EOF_STATE':
      return isWithinBody
        ? new ServiceError('invalid_body', 'The request body was cut off.')
        : new ServiceError('invalid_request', 'The connection was ended within a request.')
    case 'HPE_INVALID_METHOD':
      if (isWithinMethod(error)) return new ServiceError('not_implemented', 'No route takes this method.')
      break
    // The preface of HTTP/2.
    case 'HPE_PAUSED_H2_UPGRADE':
      return new ServiceError('http_version_not_supported', 'Send HTTP/1.1 or HTTP/1.0.')
    case 'HPE_INVALID_VERSION':
      if (error.reason === 'Invalid HTTP version')
        return new ServiceError('http_version_not_supported', 'Send HTTP/1.1 or HTTP/1.0.')
      break
  }
  return new ServiceError('invalid_request', 'The request is not valid HTTP.')
}

/** An error's answer as bytes, for a connection on which Node answers no more; the client is told that it ends. */
export const rawErrorAnswer = (failure: ServiceError, requestId: string): string => {
  const body = JSON.stringify(errorBody(failure, requestId))
  const lines = headerLines({
    date: new Date().toUTCString(),
    'x-request-id': requestId,
    'x-content-type-options': 'nosniff',
  })
  const bodyLines = headerLines({
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  })
  const statusLine = `HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status]}\r\n`
  return `${statusLine}${lines}${errorLines(failure)}${bodyLines}\r\n${body}`
}
