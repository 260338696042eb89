import { ServiceError } from '../contract/errors.ts'
import type { FlatHeaders } from './respond.ts'

export interface ErrorBody {
  readonly error: { readonly code: string; readonly message: string }
}

/** Any error as the `ServiceError` that a client may see; what is not one of ours becomes `internal_error` without detail. */
export const publicError = (error: unknown): ServiceError =>
  error instanceof ServiceError
    ? error
    : new ServiceError('internal_error', 'Something went wrong here; report the x-request-id.', { cause: error })

export const errorBody = ({ code, message }: ServiceError): ErrorBody => ({ error: { code, message } })

/** Headers that an error's code asks for. A token that was sent and refused is called invalid, as RFC 6750 has it. */
export const errorReplyHeaders = ({ code, status, retryAfterSeconds }: ServiceError): FlatHeaders => [
  'cache-control',
  'no-store',
  ...(retryAfterSeconds === null ? [] : ['retry-after', String(retryAfterSeconds)]),
  ...(status === 401 ? ['www-authenticate', code === 'missing_api_key' ? 'Bearer' : 'Bearer error="invalid_token"'] : []),
]
