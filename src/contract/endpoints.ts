import { catalogEndpoints } from './catalog.ts'
import { historyEndpoints } from './history.ts'
import { identificationEndpoints } from './identification.ts'
import { imageEndpoints } from './image.ts'
import { listingEndpoints } from './listings.ts'
import { planEndpoints } from './plans.ts'
import { batchEndpoints } from './price-batch.ts'
import { priceEndpoints } from './prices.ts'
import { detailsEndpoints } from './product-details.ts'
import { snapshotEndpoints } from './product-snapshot.ts'
import { usageEndpoints } from './usage.ts'

/** THE TABLE: all endpoints in the order of the documentation. */
export const endpoints = {
  ...planEndpoints,
  ...usageEndpoints,
  ...catalogEndpoints,
  ...identificationEndpoints,
  ...snapshotEndpoints,
  ...detailsEndpoints,
  ...priceEndpoints,
  ...historyEndpoints,
  ...listingEndpoints,
  ...imageEndpoints,
  ...batchEndpoints,
} as const

export type OperationId = keyof typeof endpoints
