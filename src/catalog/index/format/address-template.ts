import { slugOf } from '../../../cards/fold.ts'
import type { CatalogProduct } from '../../ports.ts'

type Linked = Pick<CatalogProduct, 'productId' | 'name' | 'categoryName' | 'setName'>

/** TCGplayer's addresses end in the slugs of product line, set and product. */
const slugPath = ({ categoryName, setName, name }: Linked): string =>
  slugOf(`${categoryName ?? ''} ${setName ?? ''} ${name}`)

/** An address with what follows from the product taken out, so that most products share a few templates. */
export const addressTemplateOf = (address: string, product: Linked): string => {
  const template = address.replace(String(product.productId), '{id}')
  // Only an address that ends in words can end in the product's.
  if (!template.includes('-', template.lastIndexOf('/'))) return template
  const path = slugPath(product)
  return path !== '' && template.endsWith(path) ? `${template.slice(0, -path.length)}{path}` : template
}

/** The address that a template stands for. */
export const expandAddress = (template: string, product: Linked): string => {
  const address = template.replace('{id}', String(product.productId))
  return address.endsWith('{path}') ? address.slice(0, -'{path}'.length) + slugPath(product) : address
}
