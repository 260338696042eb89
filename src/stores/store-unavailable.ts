import { ServiceError } from '../contract/errors.ts'

/** An outage of the database as callers see it: 503, worth another try. `cause` is the driver's error. A defect must never become one, since it would not pass. */
export const storeUnavailable = (cause: unknown): ServiceError =>
  new ServiceError('access_store_unavailable', 'The database of accounts is unavailable; try again.', {
    cause,
    retryAfterSeconds: 1,
  })
