import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readList } from '../packages/client/src/client.ts'
import { startOther } from './support/other-server.ts'
import { assertRefused, runCommand } from './support/run-command.ts'
import { type RunningService, useService } from './support/service.ts'
import { tempFolder } from './support/temp.ts'

const envOf = ({ address, key }: Pick<RunningService, 'address' | 'key'>) => ({
  CARD_MARKET_URL: address,
  CARD_MARKET_KEY: key,
})

const fileIn = (t: TestContext, text: string | Uint8Array, name = 'list.txt'): string => {
  const path = join(tempFolder(t), name)
  writeFileSync(path, text)
  return path
}

/** The rows of CSV, each by the names of its columns. */
const tableIn = (csv: string): Record<string, string>[] => {
  const [head = '', ...lines] = csv.trimEnd().split('\r\n')
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, at) => [head.split(',')[at], cell])))
}

describe('price', () => {
  const running = useService()

  test('a list is priced as a table, with the copies asked for and a sum that says what it lacks', async (t) => {
    const service = running()
    const list = fileIn(t, 'Deck\n2 Charizard 4/102 Base Set\nSideboard\n1 Zzyzx Qwrtp\n3 Pikachu\n')
    const { status, out, err } = await runCommand(['price', list], envOf(service))
    assert.equal(status, 0, err)
    const lines = out.trimEnd().split('\n')
    assert.match(lines[0] ?? '', /^copies +card +set +number +condition +finish +language +price +total +left to do$/)
    assert.equal(lines.length, 6)
    assert.match(lines[1] ?? '', /^2 +Charizard +Base Set +0*4\/102 +Near Mint +Holofoil +English +\$\S+ +\$\S+$/)
    const [price = 0, total = 0] = [...(lines[1] ?? '').matchAll(/\$(\d+\.\d\d)/g)].map(([, amount]) => Number(amount))
    assert.equal(total.toFixed(2), (price * 2).toFixed(2))
    assert.equal(lines[5], `Sum $${total.toFixed(2)} of 1 row; not in it: 2 rows (2 to review)`)
    assert.match(lines[2] ?? '', /^1 +Zzyzx Qwrtp .*No printing fits\.$/)
    assert.match(lines[3] ?? '', /^3 +Pikachu .*Which printing\? \$\d+\.\d\d to \$\d+\.\d\d$/)
  })

  test('CSV has every row of the list with its line, text and all fields, unknown ones empty', async (t) => {
    const service = running()
    const text = 'Name,Number,Set,Condition,Quantity\nCharizard,4/102,Base Set,LP,2\n=Pikachu,,,NM,two\n'
    const { status, out } = await runCommand(['price', fileIn(t, text), '--csv'], envOf(service))
    assert.equal(status, 0)
    assert.ok(out.endsWith('\r\n'))
    const [first, second] = readList(out.replace(/^[^\r]*/, (head) => head.replace('text', 'note')))
    assert.deepEqual(
      [first?.quantity, first?.entry?.condition],
      [2, 'Lightly Played'],
      'what is written can be read again',
    )
    assert.equal(typeof first?.skuId, 'number')
    assert.match(out, /\r\n3,'?"?'=Pikachu/, 'no cell becomes a formula')
    assert.equal(second?.productId, null)
    assert.match(out.split('\r\n')[0] ?? '', /^line,text,quantity,productId,skuId,.*,status,code,fetchedAt$/)
  })

  test('a document of JSON has the sum and the same rows', async (t) => {
    const service = running()
    const { out } = await runCommand(['price', fileIn(t, 'Charizard 4/102 Base Set'), '--json'], envOf(service))
    const { currency, sum, rows } = JSON.parse(out)
    assert.equal(currency, 'USD')
    assert.deepEqual(
      { ...sum, total: rows[0].marketPrice },
      { total: rows[0].total, priced: 1, review: 0, unpriced: 0, failed: 0 },
    )
    assert.deepEqual([rows[0].line, rows[0].text, rows[0].status], [1, 'Charizard 4/102 Base Set', 'ok'])
    assert.ok(Date.parse(rows[0].fetchedAt))
  })

  test('equal cards are asked for once, a hundred a request; market ids decide what words leave open', async (t) => {
    const service = running()
    const before = service.reports.length
    const same = fileIn(t, Array.from({ length: 250 }, () => '1 Charizard 4/102').join('\n'))
    assert.equal((await runCommand(['price', same], envOf(service))).status, 0)
    assert.equal(service.reports.length - before, 1)
    const different = fileIn(t, Array.from({ length: 250 }, (_, at) => `1 Charizard ${at}`).join('\n'))
    assert.equal((await runCommand(['price', different], envOf(service))).status, 0)
    assert.equal(service.reports.length - before, 4)
    const { body } = await service.call('/v1/products/300004/prices')
    const { skuId, marketPrice } = body.prices[1]
    const byId = fileIn(t, `Name,SKU\nCharizard,${skuId}\nBlastoise 2/102,${skuId}\n,${skuId}\n`)
    const { rows } = JSON.parse((await runCommand(['price', byId, '--json'], envOf(service))).out)
    const known = { skuId, marketPrice, status: 'ok' }
    const unclear = { skuId: null, marketPrice: null, status: 'needs_review' }
    assert.equal(rows.length, 3)
    assert.partialDeepStrictEqual(rows, [known, unclear, known])
  })

  test('a signed, graded or digital card is left with the word that makes it so, not with a question', async (t) => {
    const table = 'Name,Number,Set,Signed,Grade\nCharizard,4/102,Base Set,yes,\nCharizard,4/102,Base Set,,PSA 9\n'
    const leftOf = async (text: string): Promise<string[]> => {
      const { out } = await runCommand(['price', fileIn(t, text)], envOf(running()))
      return out.split('\n').flatMap((line) => /No price for .*$/.exec(line)?.[0] ?? [])
    }
    assert.deepEqual(await leftOf(table), ['No price for “Signed” here.', 'No price for “PSA 9” here.'])
    assert.deepEqual(await leftOf('Charizard 4/102 Base Set PSA 9\n1 Opt (HBG) 3'), [
      'No price for “PSA 9” here.',
      'No price for “digital card” here.',
    ])
  })

  test('a list comes from standard input too, in any encoding that spreadsheets save', async () => {
    const service = running()
    const cli = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url))
    const env = { PATH: process.env.PATH, ...envOf(service) }
    for (const bytes of [
      Buffer.from('\ufeffPokémon: 1\n1 Pikachu', 'utf16le'),
      Buffer.from('Pokémon: 1\n1 Pikachu', 'latin1'),
    ]) {
      const child = spawn(process.execPath, [cli, 'price', '-', '--csv'], { env, stdio: ['pipe', 'pipe', 'inherit'] })
      child.stdin.end(bytes)
      let out = ''
      for await (const chunk of child.stdout) out += chunk
      assert.equal(tableIn(out).length, 1)
      assert.equal(tableIn(out)[0]?.line, '2')
    }
  })

  test('columns that were not understood are named beside the table, not in it', async (t) => {
    const list = fileIn(t, 'Name,Number,Frobnication,Price Paid\nCharizard,4/102,x,1.00\n')
    for (const options of [[], ['--csv'], ['--json']]) {
      const { status, out, err } = await runCommand(['price', list, ...options], envOf(running()))
      assert.equal(status, 0)
      assert.match(err, /Columns that were not understood: Frobnication\.$/m)
      assert.doesNotMatch(out, /not understood/)
    }
  })

  test('what hinders it is said in one line that helps', async (t) => {
    const service = running()
    const env = envOf(service)
    const folder = tempFolder(t)
    mkdirSync(join(folder, 'lists'))
    const list = fileIn(t, '1 Pikachu')
    await assertRefused(
      [
        [['price', join(folder, 'none.csv')], 1, /none\.csv: there is no such file$/],
        [['price', join(folder, 'lists')], 1, /lists: it is a folder$/],
        [['price', fileIn(t, '')], 1, /names no card$/],
        [['price', fileIn(t, 'Deck\nSideboard\n')], 1, /names no card$/],
        [
          ['price', fileIn(t, 'idProduct;groupCount;condition\n14233;1;2\n')],
          1,
          /names its cards by ids of Cardmarket alone/,
        ],
        [['price', fileIn(t, Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0, 8]))], 1, /no text/],
        [['price', fileIn(t, 'x'.repeat(5 * 1024 * 1024 + 1))], 1, /larger than 5 MiB/],
        ['price', 2, /price needs FILE/],
        [['price', list, '--category', 'chess'], 1, /chess/],
      ],
      env,
    )
    const wrongKey = { ...env, CARD_MARKET_KEY: `${service.key.slice(0, -1)}!` }
    await assertRefused([[['price', list], 2, /CARD_MARKET_KEY/]], { CARD_MARKET_URL: service.address })
    await assertRefused([[['price', list], 1, /key/i]], wrongKey)
    await assertRefused([[['price', list], 1, /cannot be reached/]], { ...env, CARD_MARKET_URL: 'http://127.0.0.1:1' })
  })

  test('when the service fails half way, what is done is printed and the status is 1', async (t) => {
    const service = running()
    let calls = 0
    const proxy = await startOther(t, (request, response) => {
      calls++
      if (calls > 1) return void response.writeHead(502, { 'content-type': 'text/html' }).end('<html>')
      const chunks: Buffer[] = []
      request.on('data', (chunk) => chunks.push(chunk))
      request.on('end', async () => {
        const { authorization = '' } = request.headers
        const headers = { authorization, 'content-type': 'application/json' }
        const answer = await fetch(service.address + request.url, {
          method: request.method ?? 'POST',
          headers,
          body: Buffer.concat(chunks),
        })
        response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
      })
    })
    const list = fileIn(t, Array.from({ length: 150 }, (_, at) => `1 Charizard ${at}`).join('\n'))
    const env = { ...envOf(service), CARD_MARKET_URL: proxy }
    const { status, out, err } = await runCommand(['price', list, '--csv'], env)
    assert.equal(status, 1)
    assert.equal(tableIn(out).length, 150)
    assert.equal(tableIn(out).filter((row) => row.status === 'unavailable').length, 50)
    assert.match(err.trimEnd().split('\n').at(-1) ?? '', /^50 of 150 rows could not be priced\. /)
  })
})
