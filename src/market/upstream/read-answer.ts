import { BodyEncodingError, BodyTooLargeError, type HttpAnswer } from './http-client.ts'
import { invalidResponse, UpstreamError } from './upstream-error.ts'

/** More stands for as much: it still gives an instant that a date can show. */
const maxRetryAfterSeconds = 999_999_999

/** `Retry-After` in milliseconds: whole seconds or a date; `null` when it is missing or invalid. */
export const readRetryAfter = (header: string | null, nowMs: number): number | null => {
  const text = header?.trim() ?? ''
  if (/^\d+$/.test(text)) return Math.min(Number(text), maxRetryAfterSeconds) * 1000
  const instant = /^[A-Z][a-z]{2},/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(instant) ? null : Math.max(0, instant - nowMs)
}

const errorOfStatus = ({ status, retryAfter }: HttpAnswer, nowMs: number): UpstreamError => {
  const upstreamStatus = status
  const retryAfterMs = readRetryAfter(retryAfter, nowMs)
  if (status === 403 || status === 429) {
    return new UpstreamError('upstream_rate_limited', 'The market source asks us to slow down.', {
      upstreamStatus,
      retryAfterMs,
    })
  }
  if (status >= 500 || status === 408) {
    return new UpstreamError('upstream_unavailable', `The market source answered ${status}.`, {
      upstreamStatus,
      retryAfterMs,
      isTransient: true,
    })
  }
  const isRedirect = status >= 300 && status < 400
  return invalidResponse(isRedirect ? 'a redirect, which is never followed' : 'an unexpected status', {
    upstreamStatus,
  })
}

/** False for a status that means absence to the caller. @throws UpstreamError for any other status outside 2xx */
export const hasContent = (answer: HttpAnswer, absent: readonly number[], nowMs: number): boolean => {
  if (absent.includes(answer.status)) return false
  if (answer.status < 200 || answer.status >= 300) throw errorOfStatus(answer, nowMs)
  return true
}

/** @returns the JSON, `undefined` for absence. @throws UpstreamError for an error status and for what is not JSON */
export const readJson = (
  answer: HttpAnswer,
  absent: { readonly statuses: readonly number[]; readonly emptyBody?: boolean } | undefined,
  nowMs: number,
): unknown => {
  if (!hasContent(answer, absent ? [204, ...absent.statuses] : [], nowMs)) return undefined
  const { status: upstreamStatus, contentType, text } = answer
  if (text === '') {
    if (absent?.emptyBody) return undefined
    throw invalidResponse('an empty body', { upstreamStatus })
  }
  if (contentType !== '' && !/\bjson\b/i.test(contentType))
    throw invalidResponse(`content type ${contentType.slice(0, 80)}`, { upstreamStatus })
  try {
    return JSON.parse(text)
  } catch (error) {
    throw invalidResponse(`no JSON: ${error instanceof Error ? error.name : 'unreadable'}`, {
      upstreamStatus,
      // A body cut off by a proxy begins as JSON does, and may come whole the next time. Any other text is all that
      // there is.
      isTransient: /^\s*[[{]/.test(text),
    })
  }
}

export const failureOf = (error: unknown): UpstreamError => {
  if (error instanceof UpstreamError) return error
  if (error instanceof BodyTooLargeError || error instanceof BodyEncodingError) return invalidResponse(error.message)
  const code = (error as NodeJS.ErrnoException).code ?? ''
  // Failures that a retry cannot mend: a certificate, an address that is not allowed, an answer that is not HTTP.
  const isPermanent = code === 'PRIVATE_ADDRESS' || /CERT|^ERR_TLS|^HPE_|^EPROTO$/.test(code)
  return new UpstreamError('upstream_unavailable', 'The market source cannot be reached.', {
    cause: error,
    isTransient: !isPermanent,
  })
}
