/** Fields whose whole numbers mp-search-api writes as floats: `"productId": 84597.0`. */
const floatFields: ReadonlySet<string> = new Set([
  ...['productId', 'productLineId', 'productTypeId', 'setId', 'totalListings', 'listings', 'sellers', 'imageCount'],
  ...['customListings', 'count', 'sku', 'productConditionId', 'quantity'],
])

/** Writes an answer as the source does: numbers such as `84597.0`, which JSON.stringify cannot write, are marked. */
export const writeWire = (value: unknown, integersAsFloats: boolean): string => {
  if (!integersAsFloats) return JSON.stringify(value)
  const marked = JSON.stringify(value, (key, field) =>
    floatFields.has(key) && Number.isInteger(field) ? `\u0001${field}.0` : field,
  )
  return marked.replace(/"\\u0001(-?\d+\.0)"/g, '$1')
}
