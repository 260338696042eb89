import { ServiceError } from '../contract/errors.ts'

/** An outage as callers see it: 503, worth another try; `cause` is the driver's. A defect must never become one. */
export const storeUnavailable = (cause: unknown): ServiceError =>
  new ServiceError('access_store_unavailable', 'The database of accounts is unavailable; try again.', {
    cause,
    retryAfterSeconds: 1,
  })
