import assert from 'node:assert/strict'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { productsForTests } from '../../../test/support/catalog-products.ts'
import { writeFileAtomically } from '../../files/write-file-atomically.ts'
import { buildIndex } from './build/build-index.ts'
import { type LocalCatalogEvent, openLocalCatalog } from './local-catalog.ts'

let folder = ''
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'local-'))
})
after(() => rm(folder, { recursive: true }))

const waiter = new AbortController()

/** A catalogue in which every name bears the same number, so that an answer of two catalogues at once would show. */
const generation = (number: number): Uint8Array =>
  new Uint8Array(
    buildIndex({
      sourceName: `generation ${number}`,
      fetchedAt: new Date(Date.UTC(2026, 10, number)).toISOString(),
      products: productsForTests.map((product) => ({ ...product, name: `${product.name} g${number}` })),
    }),
  )

describe('local catalogue', () => {
  test('is unavailable while the file is missing or damaged, and recovers by itself', async () => {
    const file = join(folder, 'late.idx')
    const catalog = await openLocalCatalog({ file, pollMs: 5 })
    try {
      assert.throws(() => catalog.source.categories(null, waiter), {
        code: 'service_unavailable',
        message: /catalog import/,
      })
      await writeFile(file, 'nonsense')
      await catalog.refresh()
      assert.throws(() => catalog.source.categories(null, waiter), {
        code: 'service_unavailable',
        message: /not a catalogue index/,
      })
      await writeFileAtomically(file, generation(1))
      await catalog.refresh()
      assert.equal(catalog.problem(), null)
      assert.equal((await catalog.source.categories(null, waiter)).fetchedAt, '2026-11-01T00:00:00.000Z')
    } finally {
      catalog.close()
    }
  })

  test('swaps a new import in whole while it answers, and keeps the old one where the new is bad', async () => {
    const file = join(folder, 'swapped.idx')
    await writeFileAtomically(file, generation(1))
    const events: LocalCatalogEvent[] = []
    const catalog = await openLocalCatalog({ file, pollMs: 3_600_000, onEvent: (event) => events.push(event) })
    try {
      for (let number = 2; number <= 12; number++) {
        const bad = number % 4 === 0
        const bytes = generation(number)
        await writeFileAtomically(file, bad ? bytes.subarray(0, bytes.length - 64) : bytes)
        const refreshed = catalog.refresh().then(() => 'done' as const)
        const expected = bad ? number - 1 : number
        for (;;) {
          const { value, fetchedAt } = await catalog.source.search(
            { q: '', category: null, set: null, offset: 0, limit: 50, sort: 'name' },
            waiter,
          )
          const day = new Date(fetchedAt).getUTCDate()
          assert.ok(day === expected || day === number - 1 || (day === number - 2 && (number - 1) % 4 === 0))
          assert.ok(value?.products.every(({ name }) => name.endsWith(` g${day}`)))
          if ((await Promise.race([refreshed, new Promise((resolve) => setImmediate(resolve))])) === 'done') break
        }
        assert.equal(catalog.index()?.sourceName, `generation ${expected}`)
        assert.equal(catalog.problem() === null, !bad)
      }
      assert.equal(events.filter(({ event }) => event === 'refused').length, 3)
    } finally {
      catalog.close()
    }
  })

  test('tries a file again that could not be read, tells so once, and shows clients no path', async () => {
    const file = join(folder, 'closed.idx')
    await writeFileAtomically(file, generation(1))
    await chmod(file, 0)
    const events: LocalCatalogEvent[] = []
    // Root may read whatever its mode says.
    const isRoot = process.geteuid?.() === 0
    if (isRoot) process.seteuid?.(65_534)
    const catalog = await openLocalCatalog({ file, pollMs: 3_600_000, onEvent: (event) => events.push(event) })
    try {
      for (let again = 0; again < 3; again++) await catalog.refresh()
      assert.throws(
        () => catalog.source.categories(null, waiter),
        (error: Error) => !error.message.includes(folder) && /cannot be read/.test(error.message),
      )
      assert.equal(events.length, 1)
      assert.ok(events[0]?.event === 'refused' && /EACCES/.test(events[0].reason))
      if (isRoot) process.seteuid?.(0)
      await chmod(file, 0o600)
      await catalog.refresh()
      assert.deepEqual([catalog.problem(), catalog.index()?.sourceName], [null, 'generation 1'])
    } finally {
      if (isRoot) process.seteuid?.(0)
      catalog.close()
    }
  })

  test('has a version of its content: another after an import, the same for the same content elsewhere', async () => {
    const [file, copy] = [join(folder, 'version.idx'), join(folder, 'copy.idx')]
    const catalog = await openLocalCatalog({ file, pollMs: 3_600_000 })
    try {
      assert.equal(catalog.version(), '')
      const versions: string[] = []
      for (const number of [1, 2, 1]) {
        await writeFileAtomically(file, generation(number))
        await catalog.refresh()
        versions.push(catalog.version())
      }
      assert.deepEqual([versions[0] === versions[1], versions[0] === versions[2]], [false, true])
      await writeFileAtomically(copy, generation(1))
      const elsewhere = await openLocalCatalog({ file: copy, pollMs: 3_600_000 })
      elsewhere.close()
      assert.equal(elsewhere.version(), versions[0])
    } finally {
      catalog.close()
    }
  })

  test('a listener that fails is no bad file: the new index is in use, and nothing is refused', async () => {
    const file = join(folder, 'listener.idx')
    await writeFileAtomically(file, generation(1))
    const events: string[] = []
    const warnings: string[] = []
    const onWarning = (warning: Error) => warnings.push(warning.message)
    process.on('warning', onWarning)
    const catalog = await openLocalCatalog({
      file,
      pollMs: 3_600_000,
      onEvent: ({ event }) => {
        events.push(event)
        throw new Error('the worker cannot start')
      },
    })
    try {
      assert.deepEqual([events, catalog.problem(), catalog.index()?.sourceName], [['opened'], null, 'generation 1'])
      await catalog.refresh()
      assert.deepEqual(events, ['opened'])
      await new Promise((resolve) => setImmediate(resolve))
      assert.deepEqual(warnings, ['the worker cannot start'])
    } finally {
      process.off('warning', onWarning)
      catalog.close()
    }
  })
})
