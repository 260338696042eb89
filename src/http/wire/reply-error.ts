import { ServiceError } from '../../contract/errors.ts'
import { type HeaderLines, headerLine } from './header-lines.ts'

export interface ErrorBody {
  readonly error: { readonly code: string; readonly message: string; readonly requestId: string }
}

/** Any error as the client may see it; one that is not ours becomes `internal_error` without detail. */
export const publicError = (error: unknown): ServiceError =>
  error instanceof ServiceError
    ? error
    : new ServiceError('internal_error', 'Something went wrong here; report the requestId.', { cause: error })

/** A page of another origin cannot read the id's header, and a copied answer comes without headers. */
export const errorBody = ({ code, message }: ServiceError, requestId: string): ErrorBody => ({
  error: { code, message, requestId },
})

/** Headers that an error's code asks for. A token that was sent and refused is called invalid, as RFC 6750 has it. */
export const errorLines = ({ code, status, retryAfterSeconds }: ServiceError): HeaderLines =>
  headerLine('cache-control', 'no-store') +
  headerLine('link', `</docs#error-${code}>; rel="help"`) +
  (retryAfterSeconds === null ? '' : headerLine('retry-after', retryAfterSeconds)) +
  (status === 401
    ? headerLine('www-authenticate', code === 'missing_api_key' ? 'Bearer' : 'Bearer error="invalid_token"')
    : '')
