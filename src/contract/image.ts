import Type, { type Static } from 'typebox'
import { type Endpoint, upstreamErrors } from './endpoint.ts'
import { observation, ProductId, Resource, Source } from './fields.ts'
import { exampleObservation, exampleProduct, productParams } from './product-details.ts'

export const ImageResult = Resource('ImageResult', 'Verified picture of a product.', {
  source: Source,
  productId: ProductId,
  ...observation,
  imageUrl: Type.String({ description: 'Verified picture at the source. The service returns the address only.' }),
})
export type ImageResult = Static<typeof ImageResult>

export const imageEndpoints = {
  getImage: {
    method: 'GET',
    path: '/v1/products/{productId}/image',
    access: 'key',
    tag: 'Products',
    summary: 'Verified picture of a product',
    description: 'The address of the picture at the source; the service serves no picture bytes itself.',
    params: productParams,
    paramsError: 'product_not_found',
    response: ImageResult,
    example: { source: 'sandbox', productId: 300004, ...exampleObservation, imageUrl: exampleProduct.imageUrl },
    cacheControl: 'private, max-age=300',
    errors: ['product_not_found', 'image_not_found', ...upstreamErrors, 'service_unavailable'],
  },
} as const satisfies Record<string, Endpoint>
