import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createClient } from '../../packages/client/src/client.ts'
import { endpoints } from '../../src/contract/endpoints.ts'
import { type DailyFile, startDailyService } from '../support/daily-service.ts'
import { outcomeOf } from '../support/process.ts'
import { type RunningService, startService, useService } from '../support/service.ts'
import { tempFolder } from '../support/temp.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const examples = join(root, 'examples')

/** Why a recipe cannot run here; `false` when its programs are there. */
const without = (...programs: string[]): string | false => {
  const missing = programs.find((program) => spawnSync(program, ['--version']).error !== undefined)
  return missing === undefined ? false : `skipped: there is no ${missing} here`
}

/** A folder in which the client is found, with a copy of the examples. */
let folder: string

/** Runs a recipe against a service, as its first lines say. */
const runAgainst = async (
  { address, key, reports }: RunningService,
  command: string,
  args: readonly string[],
  more: Readonly<Record<string, string>> = {},
) => {
  const before = reports.length
  const env = { PATH: process.env.PATH, PYTHONUTF8: '1', BASE: address, KEY: key, ...more }
  const child = spawn(command, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const outcome = await outcomeOf(child)
  return { ...outcome, requests: reports.length - before }
}

describe('the recipes of examples/', () => {
  const service = useService()
  const run = (command: string, args: readonly string[], more?: Readonly<Record<string, string>>) =>
    runAgainst(service(), command, args, more)

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'examples-'))
    mkdirSync(join(folder, 'node_modules'))
    symlinkSync(join(root, 'packages/client'), join(folder, 'node_modules/card-market-data-client'), 'junction')
    cpSync(examples, join(folder, 'examples'), { recursive: true })
  })
  after(() => rmSync(folder, { recursive: true }))

  test('a buylist is priced; what is unsure is left to a person', async () => {
    const { status, out, err, requests } = await run(process.execPath, [
      'examples/price-buylist.mjs',
      'examples/buylist.csv',
    ])
    assert.equal(status, 0, err)
    const [head, charizard, lotus, unsure, misfit] = out.split('\r\n')
    assert.match(head ?? '', /^line,text,quantity,productId/)
    assert.match(
      charizard ?? '',
      /^2,"?Charizard.*,2,300004,Charizard,Base Set,Near Mint,Holofoil,English,[\d.]+,[\d.]+,done$/,
    )
    assert.match(lotus ?? '', /^3,"?Black Lotus.*,1,101001,Black Lotus,Beta Edition,Damaged,Normal,English,.*$/)
    for (const row of [unsure, misfit]) assert.match(row ?? '', /,1,.*,,,,,,unclear_printing$/)
    assert.equal(requests, 1)
  })

  test('a buylist may quote its cells, as spreadsheets do, and may be a deck list', async () => {
    const rows = [
      'name,number,set,condition,quantity',
      '"Charizard ""holo""",4/102,base-set,"Near Mint",2',
      '=1+1,-1,,NM,1',
      '',
    ]
    writeFileSync(join(folder, 'quoted.csv'), rows.join('\r\n'))
    const { status, out, err } = await run(process.execPath, ['examples/price-buylist.mjs', 'quoted.csv'])
    assert.equal(status, 0, err)
    assert.match(out.split('\r\n')[1] ?? '', /,2,300004,Charizard,Base Set,Near Mint,Holofoil,English,/)
    // A spreadsheet would run what begins with these signs.
    assert.match(out.split('\r\n')[2] ?? '', /^3,"?'=1\+1/)
    assert.match(err, /^2 rows/)
    writeFileSync(join(folder, 'deck.txt'), '2 Blastoise 2/102 Base Set\nCharizard 4/102 Base Set (x3)\n')
    const deck = await run(process.execPath, ['examples/price-buylist.mjs', 'deck.txt'])
    assert.match(deck.out.split('\r\n')[1] ?? '', /^1,2 Blastoise 2\/102 Base Set,2,300002,/)
    assert.match(deck.out.split('\r\n')[2] ?? '', /^2,Charizard 4\/102 Base Set \(x3\),3,300004,/)
  })

  test('a collection has a line a night, of what is certain', async () => {
    const { status, out, err } = await run(process.execPath, ['examples/collection-value.mjs', 'examples/buylist.csv'])
    assert.equal(status, 0, err)
    assert.match(out, /^\d{4}-\d\d-\d\dT[\d:.]+Z,4,2,[\d.]+,,\r\n$/)
    const refused = await run(process.execPath, ['examples/collection-value.mjs', 'examples/buylist.csv', '2026-10-31'])
    assert.match(refused.err, /keeps no past prices/)
    writeFileSync(join(folder, 'unknown.txt'), '1 Unseen Wanderer\n')
    const unknown = await run(process.execPath, ['examples/collection-value.mjs', 'unknown.txt'])
    assert.match(unknown.out, /Z,1,0,,,\r\n$/, 'of nothing known the worth is unknown, not 0')
  })

  test('a sum without rows that could not be asked is no night of a collection', async () => {
    writeFileSync(join(folder, 'failing.csv'), 'name,number,set\nCharizard,4/102,base-set\nStormbound Lighthouse,,\n')
    const night = await run(process.execPath, ['examples/collection-value.mjs', 'failing.csv'])
    assert.deepEqual([night.status, night.out], [1, ''])
    assert.match(night.err, /1 of 2 rows could not be asked \(upstream_unavailable\)/)
    writeFileSync(join(folder, 'empty.csv'), '')
    assert.equal((await run(process.execPath, ['examples/collection-value.mjs', 'empty.csv'])).status, 1)
    const buylist = await run(process.execPath, ['examples/price-buylist.mjs', 'failing.csv'])
    assert.equal(buylist.status, 1)
    assert.match(buylist.err, /2 rows, \$[\d.]+ in all; 1 could not be asked/)
    assert.match(buylist.out, /done\r\n.*upstream_unavailable/)
  })

  test('a collection says what changed since a past day, by the rows that both days priced', async (t) => {
    const day = (date: string, cents: number, others: DailyFile['prices']): DailyFile => ({
      observedAt: `${date}T20:00:00Z`,
      recordedAt: `${date}T20:10:00Z`,
      prices: { 101: { Holofoil: [cents, null] }, ...others },
    })
    const service = await startDailyService(t, [
      day('2026-11-20', 40_000, {}),
      day('2026-11-22', 41_000, { 122: { Holofoil: [500, null] } }),
    ])
    writeFileSync(join(folder, 'collection.txt'), '2 Charizard 4/102 Base Set Holofoil\n1 Entei 17/64 Holofoil\n')
    const recipe = ['examples/collection-value.mjs', 'collection.txt', '2026-11-21']
    const { out, err } = await runAgainst(service, process.execPath, recipe)
    assert.match(out, /,2,2,825,2026-11-21,20\r\n$/, err)
  })

  test('a card is watched, with its history as a chart', async () => {
    const { status, out, err } = await run(process.execPath, ['examples/watch-card.mjs', '300004', '1'])
    assert.equal(status, 0, err)
    assert.match(out, /\$[\d.]+ │.*●/)
    assert.match(out, /Charizard {2}\$[\d.]+ {2}\d+ requests left/)
  })

  test('a card without any observation is watched without inventing one', async () => {
    const { out } = await run(process.execPath, ['examples/watch-card.mjs', '990005', '1'])
    assert.match(out, /no history|no price/)
    assert.match(out, /Unseen Wanderer {2}–/)
  })

  test('a folder of photos becomes a CSV with one line each', async (t) => {
    const photos = join(tempFolder(t), 'photos')
    mkdirSync(photos)
    for (const file of ['a.jpg', 'b.png', 'notes.txt'])
      writeFileSync(join(photos, file), Buffer.from([0xff, 0xd8, 0xff]))
    const { status, out, err } = await run(process.execPath, ['examples/photos-to-csv.mjs', photos])
    assert.equal(status, 0, err)
    assert.deepEqual(
      out
        .trim()
        .split('\n')
        .map((line) => line.split(',')[0]),
      ['file', 'a.jpg', 'b.png'],
    )
  })

  test('the picture to try is taken for the card that it names', async (t) => {
    const service = await startService(t, { env: { OCR_WORKERS: '1' } })
    // A machine that runs other tests beside this one may be too busy at first.
    const client = createClient({ baseUrl: service.address, key: service.key, retries: 10 })
    const { ocr, identification } = (await client.identifyPhoto(readFileSync(join(examples, 'card.png')))).data
    assert.deepEqual([ocr.advice, ocr.suggested.name, ocr.suggested.cardNumber], ['take', 'Umbreon VMAX', '215/203'])
    assert.equal(identification?.candidates[0]?.cardNumber, '215/203')
  })

  const python = { skip: without('python3') }

  test('Python needs nothing but its standard library', python, async () => {
    const recipe = 'examples/python/price_card.py'
    const { status, out, err } = await run('python3', [recipe, 'Charizard 4/102', 'base-set'])
    assert.equal(status, 0, err)
    assert.match(out, /^Charizard, Base Set, 004\/102 \(sandbox\)\n {2}Near Mint, Holofoil, English +\$[\d.]+/)
    assert.match(out, /–/)
    for (const text of ['Charizard', 'Magmar 20/108'])
      assert.match((await run('python3', [recipe, text])).out, /Ask a person/)
  })

  test(
    "the Python client has every operation, and keeps the client's rules of errors, waiting and pages",
    python,
    async () => {
      const operations = Object.fromEntries(
        Object.entries(endpoints).map(([id, { method, path }]) => [id, [method, path]]),
      )
      const { status, err } = await run('python3', [join(import.meta.dirname, 'card_market_test.py')], {
        OPERATIONS: JSON.stringify(operations),
        PYTHONPATH: join(folder, 'examples/python'),
        PYTHONDONTWRITEBYTECODE: '1',
      })
      assert.equal(status, 0, err)
      assert.match(err, /Ran \d+ tests/)
    },
  )

  test('the shell needs curl and jq', { skip: without('curl', 'jq') }, async () => {
    const { status, out, err } = await run('sh', ['examples/shell.sh', 'Charizard 4/102', 'base-set'])
    assert.equal(status, 0, err)
    assert.match(out, /^Charizard, Base Set, 004\/102\n {2}Near Mint, Holofoil, English: \$[\d.]+/)
    for (const text of ['Charizard', 'Magmar 20/108'])
      assert.match((await run('sh', ['examples/shell.sh', text])).out, /Ask a person/)
  })
})
