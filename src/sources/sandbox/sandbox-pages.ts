import { reservedIds } from '../../contract/reserved-products.ts'
import type { SourcePage } from '../source-module.ts'
import { drawPicture } from './picture.ts'
import { renderProductPage } from './product-page.ts'
import type { FindProduct } from './sandbox-product.ts'

const productIdOf = (text: string | undefined): number => (/^[1-9]\d{0,9}$/.test(text ?? '') ? Number(text) : 0)

const dayLong = { 'cache-control': 'public, max-age=86400' }
// A picture opened by itself may run nothing; a page of any origin may read it, as it may show it.
const pictureHeaders = {
  ...dayLong,
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
  'access-control-allow-origin': '*',
}
const pageHeaders = {
  ...dayLong,
  'content-security-policy': "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'",
}

/** The pictures and product pages that the answers of the sandbox lead to. */
export const createSandboxPages = (findProduct: FindProduct): readonly SourcePage[] => [
  {
    name: 'sandboxImage',
    path: '/sandbox/images/{file}',
    render: ({ file }) => {
      const productId = productIdOf(/^(\d+)\.svg$/.exec(file ?? '')?.[1])
      const product = productId === reservedIds.noPicture ? null : findProduct(productId)
      return product && { type: 'image/svg+xml', text: drawPicture(product), headers: pictureHeaders }
    },
  },
  {
    name: 'sandboxProduct',
    path: '/sandbox/products/{productId}',
    render: ({ productId }) => {
      const product = findProduct(productIdOf(productId))
      return product && { type: 'text/html; charset=utf-8', text: renderProductPage(product), headers: pageHeaders }
    },
  },
]
