import assert from 'node:assert/strict'
import { test } from 'node:test'

// The packed client instead of the sources, when test/package/client.test.ts says where it lies.
const { createClient, pickCopy }: typeof import('../../packages/client/src/client.ts') = await import(
  process.env.TEST_CLIENT ?? '../../packages/client/src/client.ts'
)

test('an input that an operation does not take is refused with those it takes, and nothing is sent', async () => {
  const client = createClient({ baseUrl: 'http://127.0.0.1:9', fetch: () => assert.fail('nothing should be sent') })
  const misspelt = { q: 'mew', catgory: 'pokemon', limt: 1 }
  const said = 'searchProducts does not take "catgory": it takes q, category, set, offset, limit, sort.'
  await assert.rejects(client.searchProducts(misspelt), { name: 'TypeError', message: said })
  await assert.rejects(client.eachProduct(misspelt).next(), { name: 'TypeError', message: said })
  const hint = { setHint: undefined, setHnt: 'Base' }
  await assert.rejects(client.identifyPhoto(new Uint8Array(1), hint), /identifyImage does not take "setHnt"/)
  const { listPlans } = client as { listPlans: (input: object) => Promise<unknown> }
  const { signal } = new AbortController()
  await assert.rejects(listPlans({ signal }), /it takes nothing; a signal goes into a second object\./)
})

test('an input that is undefined is none, whatever its name', async () => {
  const answering = async () => new Response('{}')
  const client = createClient({ baseUrl: 'http://127.0.0.1:9', fetch: answering })
  const input = { q: 'mew', page: undefined }
  assert.deepEqual((await client.searchProducts(input)).ignored, [])
})

test('a copy wanted by a misspelt field is an error, not the usual copy', () => {
  const copies = [{ condition: 'Near Mint', variant: 'Normal', language: 'English' }]
  const said = 'A copy is wanted by condition, variant, language;'
  for (const wanted of [{ condtion: 'LP' }, { finish: 'foil' }, { condition: 'NM', lang: 'de' }] as object[])
    for (const some of [copies, []])
      assert.throws(
        () => pickCopy(some, wanted),
        (error) => error instanceof TypeError && error.message.startsWith(said),
      )
})

test('a copy is wanted by a row that is looked up, and by what the service read in a text, as they stand', () => {
  const copies = [{ condition: 'Near Mint', variant: 'Normal', language: 'English' }]
  const row = { q: 'Mew', set: 'promo', category: 'pokemon', condition: 'NM' }
  const parsed = { name: 'Mew', unread: [], newer: 1, condition: null, variant: null, language: null }
  for (const wanted of [row, parsed]) assert.equal(pickCopy(copies, wanted).copy, copies[0])
})
