import { reservedIds } from '../../contract/reserved-products.ts'
import { escapeMarkup } from './markup.ts'
import { drawPicture } from './picture.ts'
import type { SandboxProduct } from './sandbox-product.ts'

/** The page that `sourceUrl` leads to: what the sandbox knows of a product by name, and that its market is invented. */
export const renderProductPage = (product: SandboxProduct): string => {
  const { productId, name, line, set, number, rarity } = product
  const facts = [
    ['Product line', line.name],
    ['Set', set.name],
    ['Collector number', number],
    ['Rarity', rarity],
    ['Product id', String(productId)],
  ]
  const rows = facts
    .filter(([, value]) => value !== null)
    .map(([label, value]) => `<dt>${label}</dt><dd>${escapeMarkup(value ?? '')}</dd>`)
    .join('\n')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeMarkup(name)} – sandbox</title>
<style>
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 40rem; margin: 2rem auto; padding: 0 1rem; }
dt { font-weight: 600; } dd { margin: 0 0 .5rem; }
</style>
</head>
<body>
<h1>${escapeMarkup(name)}</h1>
<p><strong>This is the sandbox.</strong> Its market is invented: \
prices, sales, sellers and offers are made up by a formula,
and nothing is for sale. The picture is drawn and is not that of the card.</p>
${productId === reservedIds.noPicture ? '<p>This product has no picture.</p>' : drawPicture(product)}
<dl>
${rows}
</dl>
</body>
</html>
`
}
