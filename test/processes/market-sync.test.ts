import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { Emulator } from '../emulator/emulator.ts'
import { startEmulator } from '../emulator/emulator.ts'
import type { MirrorProduct } from '../emulator/mirror/mirror-day.ts'
import { engines } from '../support/engines.ts'
import { runCli, type ServerProcess, startServer } from '../support/process.ts'

const pokemon = 3
const patienceMs = 60_000

const until = async <T>(what: string, look: () => Promise<T | null>): Promise<T> => {
  for (const startedMs = performance.now(); performance.now() - startedMs < patienceMs; await delay(100)) {
    const found = await look().catch(() => null)
    if (found !== null) return found
  }
  throw new Error(`waited in vain for ${what}`)
}

/** A customer of a database that nobody serves yet. */
const issueKey = async (env: Readonly<Record<string, string | undefined>>): Promise<string> => {
  const read = async (args: readonly string[]) => JSON.parse((await runCli([...args, '--json'], env)).out)
  const { account } = await read(['accounts', 'create', '--name', 'Shop', '--plan', 'scale'])
  return (await read(['keys', 'issue', '--account', account.id])).key
}

const asking = (key: string) => async (server: ServerProcess, path: string) => {
  const response = await fetch(server.address + path, { headers: { authorization: `Bearer ${key}` } })
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into field by field
  return { status: response.status, body: (await response.json()) as any }
}

/** A product that has a price on this day. */
const pricedProduct = async ({ mirror }: Emulator): Promise<MirrorProduct> => {
  const day = await mirror.day()
  const product = [...day.products.values()].flat().find((one) => {
    const rows = day.prices.get(one.groupId)
    return one.categoryId === pokemon && Array.isArray(rows) && rows.some((row) => row.productId === one.productId)
  })
  assert.ok(product)
  return product
}

/** Calls of one whole pull: stamp, product lines, sets, and two lists for each set. */
const callsOfAPull = async ({ mirror }: Emulator): Promise<number> =>
  3 + 2 * ((await mirror.day()).groups.get(pokemon)?.length ?? 0)

for (const { name, skip, prepare } of await engines())
  describe(`a service on daily files, its database ${name}`, { skip }, () => {
    test('serves at once, says how far its first sync is, and then has prices', async (t) => {
      const emulator = await startEmulator()
      t.after(emulator.close)
      emulator.slowDown(40)
      const env = { ...(await prepare(t)), ...emulator.mirrorEnv }
      const ask = asking(await issueKey(env))
      const { productId } = await pricedProduct(emulator)
      const server = await startServer(env)
      t.after(() => server.kill())
      const early = await ask(server, `/v1/products/${productId}/prices`)
      assert.deepEqual([early.status, early.body.error?.code], [503, 'service_unavailable'])
      assert.match(early.body.error.message, /first sync/)
      const progress = await until(
        'progress',
        async () => (await ask(server, '/capabilities')).body.sync?.progress ?? null,
      )
      assert.ok(progress.total >= progress.done)
      const prices = await until('prices', async () => {
        const { status, body } = await ask(server, `/v1/products/${productId}/prices`)
        return status === 200 ? body.prices : null
      })
      assert.ok(prices.length > 0)
      await until('the catalogue', async () => ((await ask(server, '/v1/categories')).status === 200 ? true : null))
      assert.equal(emulator.mirror.etiquette().pulls, 1)
    })

    test('killed amid its first sync and started again, goes on where it was', async (t) => {
      const emulator = await startEmulator()
      t.after(emulator.close)
      emulator.slowDown(30)
      const env = { ...(await prepare(t)), ...emulator.mirrorEnv }
      const ask = asking(await issueKey(env))
      const { productId } = await pricedProduct(emulator)
      const whole = await callsOfAPull(emulator)
      for (const share of [0.3, 0.6]) {
        const server = await startServer(env)
        t.after(() => server.kill())
        await until('some calls', async () => (emulator.calls.length > whole * share ? true : null))
        await server.kill('SIGKILL')
      }
      const server = await startServer(env)
      t.after(() => server.kill())
      await until('prices', async () =>
        (await ask(server, `/v1/products/${productId}/prices`)).status === 200 ? true : null,
      )
      const { pulls } = emulator.mirror.etiquette()
      // Each start asks for the stamp and the lists of lines and sets again, and may repeat what was under way.
      assert.ok(emulator.calls.length < whole + 15, `${emulator.calls.length} calls, ${whole} are one pull`)
      assert.ok(pulls <= 2)
    })

    test('two that start at once make one pull', async (t) => {
      const emulator = await startEmulator()
      t.after(emulator.close)
      const base = await prepare(t)
      const env = { ...base, ...emulator.mirrorEnv }
      const ask = asking(await issueKey(env))
      const { productId } = await pricedProduct(emulator)
      const servers = await Promise.all([startServer(env), startServer(env)])
      t.after(async () => {
        await Promise.all(servers.map((server) => server.kill()))
      })
      for (const server of servers)
        await until('prices', async () =>
          (await ask(server, `/v1/products/${productId}/prices`)).status === 200 ? true : null,
        )
      assert.equal(emulator.mirror.etiquette().pulls, 1)
    })
  })
