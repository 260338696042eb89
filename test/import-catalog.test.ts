import assert from 'node:assert/strict'
import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { type ImportProgress, importCatalog } from '../src/catalog/import/import-catalog.ts'
import { readCatalogStatus } from '../src/catalog/index/catalog-status.ts'
import { tcgcsvFolders } from '../src/sources/tcgcsv/files/catalog-folder.ts'
import { envelope, folder, now, open, product, write } from './support/import-folder.ts'

const folders = tcgcsvFolders()

const line = (row: Record<string, unknown>): string =>
  JSON.stringify({
    categoryId: 3,
    categoryName: 'Pokemon',
    groupId: 10,
    groupName: 'Base Set',
    rarity: null,
    number: null,
    ...row,
  })

describe('import of JSON lines', () => {
  test('takes good rows, counts bad ones with their reasons, and says where they are', async () => {
    const path = await write(
      'lines/products.jsonl',
      [
        line({
          productId: 1,
          name: 'Charizard',
          number: '4/102',
          rarity: 'Holo Rare',
          marketPrice: 412.5,
          lowestPrice: 0,
        }),
        'not json',
        line({ productId: 0, name: 'Zero' }),
        line({ productId: 2, name: '  ' }),
        '',
        line({ productId: 1, name: 'Again' }),
        line({ productId: 3, name: 'Booster Pack', sealed: true }),
        '[1,2]',
      ].join('\n'),
    )
    await write(
      'lines/groups.json',
      JSON.stringify([{ groupId: 10, categoryId: 3, name: 'Base Set', abbreviation: 'BS', publishedOn: '1999-01-09' }]),
    )
    await write('lines/categories.json.gz', gzipSync(JSON.stringify([{ categoryId: 3, name: 'Pokemon' }])))
    const file = join(folder, 'lines.idx')
    const report = await importCatalog([path], { file, now, folders })
    assert.deepEqual([report.products, report.categories, report.sets, report.sourceName], [2, 1, 1, 'local'])
    assert.deepEqual(report.lists, [join(folder, 'lines', 'categories.json.gz'), join(folder, 'lines', 'groups.json')])
    assert.equal(report.refused.total, 5)
    assert.deepEqual(report.refused.reasons, {
      'not valid JSON': 1,
      'productId is not a positive whole number': 1,
      'name is missing': 1,
      'productId comes twice': 1,
      'not an object': 1,
    })
    assert.deepEqual(report.refused.first[0], { file: path, row: 2, reason: 'not valid JSON' })
    const index = await open(file)
    assert.deepEqual(
      [index.product(1)?.marketPriceCents, index.product(1)?.lowestPriceCents, index.product(1)?.setCode],
      [41_250, null, 'BS'],
    )
    assert.equal(index.product(3)?.sealed, true)
    assert.equal((await stat(file)).mode & 0o777, 0o600)
  })

  test('ends a line at a line feed alone, which JSON never has in a text as it stands', async () => {
    const names = ['\u2028', '\u2029', '\u0085'].map((mark) => `Mew${mark}ex`)
    const path = await write(
      'feeds/products.jsonl',
      names.map((name, at) => `${line({ productId: at + 1, name, sealed: true })}\r\n`).join(''),
    )
    const file = join(folder, 'feeds.idx')
    const { products, refused } = await importCatalog([path], { file, now, folders })
    assert.deepEqual([products, refused.total], [3, 0])
  })

  test('takes a price beyond what an index holds for none, and clips nothing', async () => {
    const path = await write(
      'dear/products.jsonl',
      [42_949_672.95, 42_949_672.96, 50_000_000, 1e300, -1]
        .map((marketPrice, at) => line({ productId: at + 1, name: 'Dear', marketPrice }))
        .join('\n'),
    )
    const file = join(folder, 'dear.idx')
    await importCatalog([path], { file, now, folders })
    const index = await open(file)
    assert.deepEqual(
      [1, 2, 3, 4, 5].map((id) => index.product(id)?.marketPriceCents),
      [4_294_967_295, null, null, null, null],
    )
  })

  test('reads several inputs into one index, gzipped or not', async () => {
    const first = await write('many/a.jsonl', line({ productId: 1, name: 'A' }))
    const second = await write(
      'many/b.jsonl.gz',
      gzipSync(`${line({ productId: 2, name: 'B', groupId: 11, groupName: 'Jungle' })}\n`),
    )
    const report = await importCatalog([first, second], { file: join(folder, 'many.idx'), now, folders })
    assert.deepEqual([report.products, report.sets], [2, 2])
  })
})

describe('progress of an import', () => {
  const progressOf = async (...paths: string[]): Promise<readonly ImportProgress[]> => {
    const seen: ImportProgress[] = []
    await importCatalog(paths, {
      file: join(folder, 'progress.idx'),
      now,
      folders,
      onProgress: (progress) => void seen.push(progress),
    })
    return seen
  }
  const ascends = (seen: readonly ImportProgress[]): boolean =>
    seen.every(({ readBytes }, at) => at === 0 || readBytes >= (seen[at - 1] as ImportProgress).readBytes)

  test('counts the bytes of several files as they lie on the disk, and ends with all of them', async () => {
    const lines = Array.from({ length: 25_000 }, (_, at) => line({ productId: at + 1, name: `Card ${at}` })).join('\n')
    const first = await write('progress/a.jsonl', lines)
    const second = await write('progress/b.jsonl.gz', gzipSync(line({ productId: 30_000, name: 'Last' })))
    const seen = await progressOf(first, second)
    const totalBytes = (await stat(first)).size + (await stat(second)).size
    assert.ok(seen.every((one) => one.totalBytes === totalBytes) && ascends(seen))
    assert.equal(seen[0]?.readBytes, 0)
    assert.ok(seen.some(({ step, readBytes }) => step === 'read' && readBytes > 0 && readBytes < totalBytes))
    assert.deepEqual([seen.at(-1)?.readBytes, seen.at(-1)?.rows], [totalBytes, 25_001])
  })

  test('counts a folder with all that lies below it', async () => {
    await write('counted/3/groups', envelope([]))
    const sizes: number[] = []
    for (const set of [10, 11]) {
      const body = envelope(Array.from({ length: 6_000 }, (_, at) => product(set * 10_000 + at, `Card ${at}`, '1/1')))
      await write(`counted/3/${set}/products`, body)
      sizes.push(body.length)
    }
    const seen = await progressOf(join(folder, 'counted'))
    const total = envelope([]).length + (sizes[0] as number) + (sizes[1] as number)
    assert.ok(ascends(seen) && seen.every(({ totalBytes }) => totalBytes === total))
    assert.ok(seen.some(({ readBytes }) => readBytes === sizes[0]))
    assert.equal(seen.at(-1)?.readBytes, total)
  })
})

describe('import that fails', () => {
  test('names the input and leaves the index as it was', async () => {
    const file = join(folder, 'kept.idx')
    const good = await write('bad/good.jsonl', line({ productId: 7, name: 'Kept' }))
    await importCatalog([good], { file, now, folders })
    const before = await readFile(file)
    const whole = gzipSync(
      Array.from({ length: 500 }, (_, at) => line({ productId: at + 1, name: `N${at}` })).join('\n'),
    )
    await write('failed/3/10/products', JSON.stringify({ success: false, errors: ['down'], results: [] }))
    await write('broken/3/10/products', '{"success": true, "results": [')
    for (const [name, path] of [
      ['cut off', await write('bad/cut.jsonl.gz', whole.subarray(0, whole.length / 2))],
      ['nonsense', await write('bad/noise.jsonl', '\u0000\u0001 nonsense\n'.repeat(9))],
      ['empty', await write('bad/empty.jsonl', '')],
      ['missing', join(folder, 'bad/none.jsonl')],
      ['failure', join(folder, 'failed')],
      ['broken', join(folder, 'broken')],
    ] as const) {
      await assert.rejects(importCatalog([good, path], { file, now, folders }), (error: Error) => {
        assert.equal(error.name, 'ImportError', name)
        assert.ok(error.message.includes(path), `${name}: ${error.message}`)
        return true
      })
      assert.deepEqual(await readFile(file), before, name)
    }
    assert.deepEqual(
      (await readdir(folder)).filter((name) => name.endsWith('.tmp')),
      [],
    )
  })

  test('says what was expected of an input, and what lies there', async () => {
    const file = join(folder, 'unusual.idx')
    const messageFor = async (path: string): Promise<string> => {
      const error: unknown = await importCatalog([path], { file, now, folders }).catch((cause: unknown) => cause)
      assert.ok(error instanceof Error && error.name === 'ImportError')
      assert.ok(!error.message.includes('\n') && error.message.startsWith(`${path}: holds no product`), error.message)
      return error.message
    }
    await mkdir(join(folder, 'nothing'))
    assert.match(await messageFor(join(folder, 'nothing')), /3\/604\/products .* found nothing$/)
    for (const name of ['a.jsonl', 'b.txt', 'c.txt', 'd.txt', 'e.txt', 'f.txt', 'g.txt'])
      await write(`flat/${name}`, 'x')
    assert.match(
      await messageFor(join(folder, 'flat')),
      /\(docs\/catalogue-format\.md\); found a\.jsonl, b\.txt, c\.txt, d\.txt, e\.txt and 2 more$/,
    )
    assert.match(
      await messageFor(await write('list/all.jsonl', '[{"productId":1}]')),
      /\(line 1: not an object\).*one JSON object a line/,
    )
    assert.match(
      await messageFor(await write('list/nameless.jsonl', `\n${line({ productId: 1 })}`)),
      /\(line 2: name is missing\)/,
    )
    assert.match(await messageFor(await write('list/blank.jsonl', '')), /imported; expected is one JSON object a line/)
  })

  test('makes the folder of the index, which only its owner may enter', async () => {
    const path = await write('first/rows.jsonl', line({ productId: 7, name: 'Kept' }))
    const file = join(folder, 'none', 'yet', 'catalog.index')
    await importCatalog([path], { file, now, folders })
    assert.deepEqual(await readdir(dirname(file)), ['catalog.index', 'catalog.index.lock'])
    assert.equal((await stat(dirname(file))).mode & 0o777, 0o700)
  })

  test('keeps the index when it cannot be written, and clears up after a killed import', async () => {
    const path = await write('full/rows.jsonl', line({ productId: 7, name: 'Kept' }))
    const file = join(folder, 'full', 'kept.idx')
    await importCatalog([path], { file, now, folders })
    await writeFile(`${file}.0123abcd.tmp`, 'half an index')
    await importCatalog([path], { file, now, folders })
    assert.deepEqual((await readdir(dirname(file))).sort(), ['kept.idx', 'kept.idx.lock', 'rows.jsonl'])
    await assert.rejects(importCatalog([path], { file: '/proc/no-such-place/kept.idx', now, folders }), {
      name: 'ImportError',
    })
    await chmod(file, 0o600)
    assert.equal((await readCatalogStatus(file)).state, 'ready')
  })
})

describe('readCatalogStatus', () => {
  test('tells what lies in the file, that there is none, or why it is bad', async () => {
    const file = join(folder, 'status.idx')
    assert.deepEqual(await readCatalogStatus(file), { state: 'missing', file })
    await importCatalog([await write('status/rows.jsonl', line({ productId: 7, name: 'Kept' }))], {
      file,
      now,
      folders,
    })
    const status = await readCatalogStatus(file)
    assert.ok(status.state === 'ready')
    assert.deepEqual(
      [status.products, status.categories],
      [1, [{ id: 3, name: 'Pokemon', slug: 'pokemon', sets: 1, products: 1 }]],
    )
    await writeFile(file, (await readFile(file)).subarray(0, 900))
    const damaged = await readCatalogStatus(file)
    assert.ok(damaged.state === 'damaged' && /cut off/.test(damaged.reason))
  })

  test('counts the sets and product lines that hold products, not those that a list alone names', async () => {
    const path = await write('unheld/products.jsonl', line({ productId: 1, name: 'Charizard', number: '4/102' }))
    const group = (groupId: number, categoryId: number) => ({ groupId, categoryId, name: `Set ${groupId}` })
    await write('unheld/groups.json', JSON.stringify([group(10, 3), group(11, 3), group(12, 62)]))
    await write(
      'unheld/categories.json',
      JSON.stringify([3, 62].map((categoryId) => ({ categoryId, name: `Line ${categoryId}` }))),
    )
    const file = join(folder, 'unheld.index')
    const report = await importCatalog([path], { file, now, folders })
    assert.deepEqual([report.lists.length, report.sets, report.categories], [2, 1, 1])
    const status = await readCatalogStatus(file)
    assert.ok(status.state === 'ready')
    assert.deepEqual([status.sets, status.categories.map(({ sets }) => sets)], [1, [1, 0]])
  })
})
