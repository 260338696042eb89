import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations } from '../../packages/client/src/operations.ts'
import { inheritedNames } from '../support/hostile-texts.ts'
import { useService } from '../support/service.ts'

const running = useService()

/** A value that each field takes, so that one of them at a time is hostile. */
const good: Readonly<Record<string, string>> = { category: 'pokemon', productId: '300004', q: 'Charizard' }

/** The names are strings of JSON: written so, `__proto__` is a field of its own. */
const objectText = (fields: readonly (readonly [name: string, value: unknown])[]): string =>
  `{${fields.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',')}}`

const post = (body: string): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body,
})

type Call = readonly [target: string, init?: RequestInit]

const callsOf = (name: string): Call[] =>
  Object.values(operations).flatMap(({ method, path, params, query, body }) => {
    const put = (hostile: string | null) =>
      path.replaceAll(/\{(\w+)\}/g, (_, field) => (field === hostile ? name : (good[field] ?? '')))
    const init = (fields: Parameters<typeof objectText>[0]) => (method === 'POST' ? post(objectText(fields)) : {})
    const needed = query.some((field) => field === 'q') ? `q=${good.q}&` : ''
    return [
      ...params.map((field): Call => [put(field), init([])]),
      ...query.map((field): Call => [`${put(null)}?${field === 'q' ? '' : needed}${field}=${name}`, init([])]),
      [`${put(null)}?${needed}${name}=1`, init([])],
      ...body.flatMap((field): Call[] => [
        [put(null), init([[field, name]])],
        [put(null), init([[field, [name]]])],
      ]),
      ...(method === 'POST' ? [[put(null), init([[name, name]])] as const] : []),
    ]
  })

const cardFields = ['q', 'set', 'category', 'condition', 'variant', 'language']

for (const name of inheritedNames)
  test(`"${name}" is a word as any other: in every field of every endpoint, as its name and in a list`, async () => {
    const { address, call, key } = running()
    for (const [target, init] of callsOf(name)) {
      const { status } = await call(target, init)
      assert.ok(status < 500, `${target} ${init?.body ?? ''} answered ${status}`)
    }
    for (const field of cardFields) {
      const card = Object.entries({ q: 'Charizard 4/102', [field]: name })
      const { status } = await call('/v1/prices', post(`{"cards":[${objectText(card)}]}`))
      assert.equal(status, field === 'category' ? 400 : 200, field)
    }
    assert.equal((await call(`/v1/search?q=${name}+charizard`)).status, 200)
    assert.equal((await call(`/v1/search?q=charizard+${name}`)).status, 200)
    const wrongs = [
      await fetch(`${address}/${name}`),
      await fetch(`${address}/v1/${name}`),
      await fetch(`${address}/console/${name}.js`),
      await fetch(`${address}/v1/usage`, { headers: { authorization: `Bearer ${name}` } }),
      await fetch(`${address}/v1/usage`, { headers: { authorization: `Bearer ${key}`, 'accept-encoding': name } }),
      await fetch(`${address}/v1/prices`, { ...post('{}'), headers: { 'content-type': `application/${name}` } }),
    ]
    for (const { status, url } of wrongs) assert.ok(status < 500, `${url} answered ${status}`)
  })
