import type { Accounts, Caller } from '../../accounts/accounts.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import type { Handlers } from '../../contract/endpoint.ts'
import type { endpoints } from '../../contract/endpoints.ts'
import type { Identification } from '../../identification/identification.ts'
import type { Products } from '../../products/products.ts'

export interface Features {
  readonly accounts: Accounts
  readonly catalog: Catalog
  readonly identification: Identification
  readonly products: Products
}

/** One line per endpoint: the feature's function that answers it. */
export const createHandlers = ({
  accounts,
  catalog,
  identification,
  products,
}: Features): Handlers<typeof endpoints, Caller> => ({
  listPlans: () => accounts.plans(),
  getUsage: (_, caller) => accounts.usage(caller),
  listCategories: (_, __, call) => catalog.categories(call),
  listSets: ({ params }, _, call) => catalog.sets(params.category, call),
  searchProducts: ({ query }, _, call) => catalog.search(query, call),
  identify: ({ query }, _, call) => identification.identify(query, call),
  identifyImage: ({ query, body }, _, call) => identification.identifyImage({ ...query, ...body }, call),
  getProduct: ({ params, query }, _, call) => products.snapshot({ ...params, ...query }, call),
  getDetails: ({ params, query }, _, call) => products.details({ ...params, ...query }, call),
  getPrices: ({ params, query }, _, call) => products.prices({ ...params, ...query }, call),
  getHistory: ({ params, query }, _, call) => products.history({ ...params, ...query }, call),
  getListings: ({ params, query }, _, call) => products.listings({ ...params, ...query }, call),
  getImage: ({ params }, _, call) => products.image(params.productId, call),
  lookUpPrices: ({ body }, _, call) => products.lookUpPrices(body, call),
})
