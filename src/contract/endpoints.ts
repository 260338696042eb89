import { catalogEndpoints } from './catalog.ts'
import { identificationEndpoints } from './identification.ts'
import { planEndpoints } from './plans.ts'
import { productEndpoints } from './products.ts'
import { usageEndpoints } from './usage.ts'

/** THE TABLE: all endpoints in the order of the documentation. */
export const endpoints = {
  ...planEndpoints,
  ...usageEndpoints,
  ...catalogEndpoints,
  ...identificationEndpoints,
  ...productEndpoints,
} as const

/** Id of an operation. */
export type OperationId = keyof typeof endpoints
