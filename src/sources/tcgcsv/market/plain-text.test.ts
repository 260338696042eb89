import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { startProcessorTimer } from '../../../../test/support/processor-time.ts'
import { plainText } from './plain-text.ts'

test('a text with markup is read as it would be shown', () => {
  const cases: readonly (readonly [markup: string, text: string])[] = [
    [
      '[4] Tempest Dive (220)\r\n<br>\r\nYou may discard a Stadium in play.',
      '[4] Tempest Dive (220)\nYou may discard a Stadium in play.',
    ],
    ['<em>(Quick&nbsp;Effect)</em>: Draw 1', '(Quick Effect): Draw 1'],
    ['one<BR/>two<p class="x">three</p>four', 'one\ntwo\nthree\nfour'],
    ['Pok&eacute;mon &amp; friends &#8212; &#x2605; &lt;b&gt;', 'Pokémon & friends — ★ <b>'],
    ['HP < 30 and > 10', 'HP < 30 and > 10'],
    ['<!-- hidden -->shown', 'shown'],
    ['&unknown; &#0; &#xD800; &amp;lt;', '&unknown; &#0; &#xD800; &lt;'],
    ['a tag that never ends <b', 'a tag that never ends <b'],
    ['null\u0000byte\tand\u0007bell', 'null byte and bell'],
    ['', ''],
    ['<br><br>', ''],
  ]
  for (const [markup, text] of cases) assert.equal(plainText(markup), text)
})

test('text without markup stays as it is, but for its white space', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', 'é', ' ', '5', '>', "'", '★') }), (text) => {
      assert.equal(plainText(text), text.replaceAll(/\s+/g, ' ').trim())
    }),
  )
})

test('a hostile text takes linear time', () => {
  const size = 300_000
  for (const unit of ['<', '<a', '<br>', '&', '&#', '&amp;', '<a>', '\r\n', ' ', '<!', 'x<'] as const) {
    const spentMs = startProcessorTimer()
    for (const end of ['', '>']) plainText(unit.repeat(Math.floor(size / unit.length)) + end)
    assert.ok(spentMs() < 2_000, unit)
  }
})
