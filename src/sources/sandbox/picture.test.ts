import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { aProduct } from '../../../test/support/sandbox-product.ts'
import { reservedIds } from '../../contract/reserved-products.ts'
import { drawPicture } from './picture.ts'
import { renderProductPage } from './product-page.ts'

const hostileText = fc.oneof(
  fc.array(fc.integer({ max: 0xffff, min: 0 }), { maxLength: 200 }).map((units) => String.fromCharCode(...units)),
  fc.constantFrom('"><script>alert(1)</script>', ']]><svg onload=x>', '&lt;', '\u0000\ud800', '-->'),
)

const hostileProduct = fc
  .record({
    name: hostileText,
    rarity: fc.option(hostileText),
    number: fc.option(hostileText),
    set: hostileText,
    line: hostileText,
  })
  .map(({ name, rarity, number, set, line }) =>
    aProduct({
      name,
      rarity,
      number,
      set: { ...aProduct().set, name: set },
      line: { id: 1, name: line, slug: line },
    }),
  )

/** Strict enough for what the sandbox writes: tags nest, attributes are quoted, ampersands begin an entity. */
const assertWellFormed = (xml: string): void => {
  const open: string[] = []
  const rest = xml.replace(/<(\/?)([a-z]+)((?: [a-zA-Z:-]+="[^"<>&]*")*)(\/?)>/g, (_, closing, name, __, empty) => {
    if (closing) assert.equal(open.pop(), name)
    else if (!empty) open.push(name)
    return ''
  })
  assert.deepEqual(open, [])
  assert.doesNotMatch(rest, /[<>]|&(?!(amp|lt|gt|quot|#39);)/)
}

test('is well-formed, small and self-contained for any text', () => {
  fc.assert(
    fc.property(hostileProduct, (product) => {
      const svg = drawPicture(product)
      assertWellFormed(svg)
      assert.ok(svg.length < 6_000)
      assert.doesNotMatch(svg, /<(script|image|use|a|style|foreignObject)\b|href=|url\(/)
    }),
  )
})

test('names the card and says that it is the sandbox', () => {
  const svg = drawPicture(aProduct())
  for (const text of ['Charizard', 'Base Set', '004/102', 'Holo Rare', 'SANDBOX']) assert.ok(svg.includes(text))
  assert.ok(svg.length < 2_500)
  assert.equal(drawPicture(aProduct()), svg)
  assert.notEqual(drawPicture(aProduct({ productId: 300_005 })), svg)
})

test('the product page says that the market is invented and keeps hostile text out of its markup', () => {
  assert.match(renderProductPage(aProduct()), /market is invented/)
  assert.doesNotMatch(renderProductPage(aProduct({ name: '<script>' })), /<script/)
  assert.doesNotMatch(renderProductPage(aProduct({ productId: reservedIds.noPicture })), /<svg/)
})
