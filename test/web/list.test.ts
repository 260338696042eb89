import assert from 'node:assert/strict'
import { test } from 'node:test'

const { readList, textOf } = await import(new URL('../../web/list.js', import.meta.url).href)
const { textOfFile, writeCsv } = await import(new URL('../../web/csv.js', import.meta.url).href)

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
    assert.deepEqual(
      second,
      row({ name: 'Pikachu', condition: 'unheard of' }),
      'what is not understood is not taken for near mint',
    )
    assert.equal(textOf(first), 'Charizard 4/102')
  }
  assert.deepEqual(readList('productId,quantity\n300004,2'), [row({ name: '300004', productId: 300004, quantity: 2 })])
})

test('what spreadsheets and other sites save is read: marks, quotes, line ends, their own words', () => {
  const names = (text: string) => readList(text).map(({ name }: { name: string }) => name)
  const head = '\ufeff"Product Name";"Set Name";"Condition";"Total Quantity"\r'
  assert.deepEqual(readList(`${head}"Jace; the\nMind ""Sculptor""";Worldwake;Near Mint Foil;3\r`), [
    row({ name: 'Jace; the\nMind "Sculptor"', set: 'Worldwake', condition: 'near mint', variant: 'Foil', quantity: 3 }),
  ])
  assert.deepEqual(readList('sep=;\r\nname;qty\r\nPikachu;2,00\r\n;\r\n'), [row({ name: 'Pikachu', quantity: 2 })])
  assert.deepEqual(names('name,qty\n"Pikachu,2\nMew,1'), ['Pikachu', 'Mew'])
  assert.deepEqual(names('"Pikachu\nMew'), ['Pikachu', 'Mew'])
  assert.deepEqual(names('Title,Product Name\n,Pikachu\nMew,Other'), ['Pikachu', 'Mew'])
})

test('copies and ids that are none are never guessed', () => {
  const quantities = ['0', '2.00', '1,000', '2.5', 'two', '-1', ''].map((word) => readList(`name\tqty\nMew\t${word}`)[0].quantity)
  assert.deepEqual(quantities, [0, 2, null, null, null, null, 1])
  const ids = ['0', '42', '2147483647', '2147483648', 'abc'].map((word) => readList(`productId\n${word}`)[0].productId)
  assert.deepEqual(ids, [null, 42, 2_147_483_647, null, null])
  assert.equal(readList('TCGplayer Id,Product Name\n8123456,Mew')[0].productId, null, 'there it is the id of a SKU')
})

test('a file is read in the encodings that spreadsheets save', async () => {
  const utf16 = Buffer.from('\ufeffname\nFlabébé', 'utf16le')
  for (const bytes of [Buffer.from('name\nFlabébé'), Buffer.from('name\nFlabébé', 'latin1'), utf16])
    assert.deepEqual(readList(await textOfFile(new Blob([bytes]))), [row({ name: 'Flabébé' })])
})

test('ten thousand lines are read in a moment', (t) => {
  const lines = Array.from({ length: 10_000 }, (_, index) => `"Card ${index}, the ""Great""",Base Set,2`)
  const startedMs = performance.now()
  assert.equal(readList(['name,set,quantity', ...lines].join('\r\n')).length, 10_000)
  const ms = performance.now() - startedMs
  t.diagnostic(`${ms.toFixed(0)} ms`)
  assert.ok(ms < 1_000)
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

test('nothing but a number begins with a sign that a spreadsheet takes for a formula', () => {
  const formulas = [
    '-1+1+cmd|calc!A0',
    '-2-3',
    '-',
    '--1',
    '+1',
    '@SUM(1)',
    '\t=1',
    ' =1+1',
    '\u0000=1',
    '＝1+1',
    '＋1',
    '－1',
    '＠x',
    '-1e3',
    '-1\n=2',
  ]
  for (const text of formulas) assert.match(writeCsv([[text]]), /^"?'/, JSON.stringify(text))
  for (const plain of ['-2', '-2.50', -2.5, '2-1', 'a=b', '1+1', 'Nidoran -F-']) assert.equal(writeCsv([[plain]]), `${plain}\r\n`)
  assert.match(writeCsv([['\r=1']]), /^"'\r/)
})
