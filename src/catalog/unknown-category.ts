import { ServiceError } from '../contract/errors.ts'

/** The error for a product line that the source does not know. */
export const unknownCategory = (slug: string): ServiceError =>
  new ServiceError(
    'unknown_category',
    `No product line has the slug ${JSON.stringify(slug)}; GET /v1/categories lists them.`,
  )
