import assert from 'node:assert/strict'
import { test } from 'node:test'

const { readList, textOf, writeCsv } = await import(new URL('../../web/list.js', import.meta.url).href)

const row = (given: object) => ({
  name: '',
  number: '',
  set: '',
  condition: '',
  variant: '',
  language: '',
  quantity: 1,
  productId: null,
  ...given,
})

test('a line is read as people write it, the card first and the rest in any order', () => {
  const cases: [string, object][] = [
    ['Charizard 4/102, near mint, 2', { name: 'Charizard 4/102', condition: 'near mint', quantity: 2 }],
    ['Charizard 4/102, x3, LP, Base Set', { name: 'Charizard 4/102', condition: 'lightly played', quantity: 3, set: 'Base Set' }],
    ['4x Pikachu', { name: 'Pikachu', quantity: 4 }],
    ['"Jace, the Mind Sculptor", foil', { name: 'Jace, the Mind Sculptor', variant: 'foil' }],
    ['300004, dmg', { name: '300004', productId: 300004, condition: 'damaged' }],
    ['  Éowyn  ', { name: 'Éowyn' }],
  ]
  for (const [line, given] of cases) assert.deepEqual(readList(line), [row(given)], line)
  assert.deepEqual(readList(' \n\n'), [])
})

test('CSV is read by the names of its columns, with commas, semicolons or tabs', () => {
  for (const separator of [',', ';', '\t']) {
    const text = [
      ['Qty', 'Card Name', 'Collector Number', 'Condition'],
      ['3', 'Charizard', '4/102', 'NM'],
      ['', 'Pikachu', '', 'unheard of'],
    ]
      .map((cells) => cells.join(separator))
      .join('\r\n')
    const [first, second] = readList(text)
    assert.deepEqual(first, row({ name: 'Charizard', number: '4/102', condition: 'near mint', quantity: 3 }))
    assert.deepEqual(second, row({ name: 'Pikachu' }))
    assert.equal(textOf(first), 'Charizard 4/102')
  }
  assert.deepEqual(readList('productId,quantity\n300004,2'), [row({ productId: 300004, quantity: 2 })])
})

test('what is written is read the same, unknown is empty, and no cell becomes a formula', () => {
  assert.equal(
    writeCsv([
      ['a', 'b'],
      ['x, "y"', null],
      ['=1+1', -2],
      ['@now', 'two\nlines'],
    ]),
    'a,b\r\n"x, ""y""",\r\n\'=1+1,-2\r\n\'@now,"two\nlines"\r\n',
  )
})
