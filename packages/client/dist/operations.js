// Written by `npm run generate` from the contract table; a test fails when the two differ.
/** Where every operation lives and where each part of its input goes. */
export const operations = {
    listPlans: { method: 'GET', path: '/v1/plans', hasKey: false, params: [], query: [], body: [] },
    getUsage: { method: 'GET', path: '/v1/usage', hasKey: true, params: [], query: [], body: [] },
    listCategories: { method: 'GET', path: '/v1/categories', hasKey: true, params: [], query: [], body: [] },
    listSets: { method: 'GET', path: '/v1/categories/{category}/sets', hasKey: true, params: ['category'], query: [], body: [] },
    searchProducts: { method: 'GET', path: '/v1/search', hasKey: true, params: [], query: ['q', 'category', 'set', 'offset', 'limit', 'sort'], body: [] },
    identify: { method: 'GET', path: '/v1/identify', hasKey: true, params: [], query: ['q', 'set', 'limit'], body: [] },
    identifyImage: { method: 'POST', path: '/v1/identify-image', hasKey: true, params: [], query: [], body: ['imageDataUrl', 'setHint'] },
    getProduct: { method: 'GET', path: '/v1/products/{productId}', hasKey: true, params: ['productId'], query: ['range', 'offset', 'limit', 'sort'], body: [] },
    getDetails: { method: 'GET', path: '/v1/products/{productId}/details', hasKey: true, params: ['productId'], query: [], body: [] },
    getPrices: { method: 'GET', path: '/v1/products/{productId}/prices', hasKey: true, params: ['productId'], query: [], body: [] },
    getHistory: { method: 'GET', path: '/v1/products/{productId}/history', hasKey: true, params: ['productId'], query: ['range'], body: [] },
    getListings: { method: 'GET', path: '/v1/products/{productId}/listings', hasKey: true, params: ['productId'], query: ['offset', 'limit', 'sort', 'condition', 'variant', 'language'], body: [] },
    getImage: { method: 'GET', path: '/v1/products/{productId}/image', hasKey: true, params: ['productId'], query: [], body: [] },
    lookUpPrices: { method: 'POST', path: '/v1/prices', hasKey: true, params: [], query: [], body: ['productIds', 'skuIds'] },
};
