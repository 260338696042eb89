import assert from 'node:assert/strict'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { type TestContext, test } from 'node:test'
import { tempFolder } from '../../../../test/support/temp.ts'
import { listKeptFiles } from './list-kept-files.ts'

const keep = (t: TestContext, files: readonly string[]) => {
  const root = tempFolder(t)
  for (const file of files) {
    const [path = '', text = ''] = file.split(' = ')
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const list = async (...paths: readonly string[]) => {
    const { builds, packed, ignored } = await listKeptFiles(paths.map((path) => join(root, path)))
    return {
      builds: builds.map(({ observedAtMs, isStamped, paths }) => [
        new Date(observedAtMs).toISOString().slice(0, 19),
        isStamped,
        ...paths.map((path) => relative(root, path)),
      ]),
      packed: packed.map((path) => relative(root, path)),
      ignored,
    }
  }
  return { root, list }
}

test('files of a day are one build in each layout, and builds come in the order of time', async (t) => {
  const { list } = keep(t, [
    ...['b/2025-10-17/62/2724/prices', 'a/prices-2025-10-16/62/2724/prices', 'a/prices-2025-10-16/3/604/prices.gz'],
    ...['a/2025-10-15/62-2724-ProductsAndPrices.csv', 'a/flat/62-2724-prices.2025-10-16.json.gz'],
    ...['a/2025-10-15/62/groups', 'a/2025-10-15.tar.gz'],
  ])
  assert.deepEqual(await list('b', 'a'), {
    builds: [
      ['2025-10-15T20:00:00', false, 'a/2025-10-15/62-2724-ProductsAndPrices.csv'],
      [
        '2025-10-16T20:00:00',
        false,
        'a/flat/62-2724-prices.2025-10-16.json.gz',
        'a/prices-2025-10-16/3/604/prices.gz',
        'a/prices-2025-10-16/62/2724/prices',
      ],
      ['2025-10-17T20:00:00', false, 'b/2025-10-17/62/2724/prices'],
    ],
    packed: ['a/2025-10-15.tar.gz'],
    ignored: 1,
  })
})

test('last-updated.txt says when a build was made, for what lies below it and bears no nearer day', async (t) => {
  const { list } = keep(t, [
    'last-updated.txt = 2025-10-18T20:04:00+0000',
    '2025-10-15/62/1/prices',
    '2025-10-16/last-updated.txt = 2025-10-15T20:05:33+0000\n',
    '2025-10-16/tcgplayer/62/1/prices',
    'tcgplayer/62/1/prices',
  ])
  assert.deepEqual((await list('')).builds, [
    ['2025-10-15T20:00:00', false, '2025-10-15/62/1/prices'],
    ['2025-10-15T20:05:33', true, '2025-10-16/tcgplayer/62/1/prices'],
    ['2025-10-18T20:04:00', true, 'tcgplayer/62/1/prices'],
  ])
})

test('a single file may be named, and a file named twice counts once', async (t) => {
  const { list, root } = keep(t, ['62-1-prices.2025-10-16.json'])
  symlinkSync(join(root, '62-1-prices.2025-10-16.json'), join(root, '62-2-prices.2025-10-16.json'))
  assert.deepEqual((await list('62-1-prices.2025-10-16.json', '62-1-prices.2025-10-16.json', '')).builds, [
    ['2025-10-16T20:00:00', false, '62-1-prices.2025-10-16.json', '62-2-prices.2025-10-16.json'],
  ])
})

test('what cannot be imported is one line that says what to do', async (t) => {
  const { list } = keep(t, [
    'none/62/1/prices',
    'packed/prices-2025-10-15.tar.gz',
    'other/readme.md',
    'bad/2025-10-16/last-updated.txt = soon',
    'bad/2025-10-16/1/1/prices',
  ])
  for (const [path, message] of [
    [
      'none',
      /none\/62\/1\/prices does not say of which day it is: lay it out by day, such as 2025-10-16\/62\/2724\/prices/,
    ],
    ['packed', /is packed; unpack it first, such as by tar -xf/],
    ['packed/prices-2025-10-15.tar.gz', /is packed; unpack it first/],
    ['other', /no price file below .*neither prices nor ProductsAndPrices\.csv/],
    ['bad', /last-updated\.txt is no instant such as/],
    ['missing', /missing is not there/],
  ] as const)
    await assert.rejects(list(path), { name: 'KeptFilesError', message }, path)
})
