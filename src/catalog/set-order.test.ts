import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'

const orderedSets = `
  const { buildIndex } = await import('./src/catalog/index/build/build-index.ts')
  const { openIndex } = await import('./src/catalog/index/catalog-index.ts')
  const names = ['Zendikar', 'Ära', 'Oath', 'Östra', 'alpha', 'Beta', 'Åsgard', 'aa', 'W', 'Vala']
  const sets = names.map((name, at) => ({ id: at + 1, categoryId: 1, name, publishedOn: at < 2 ? null : '2024-01-01' }))
  const products = sets.map(({ id, categoryId, name }) => (
    { productId: id, name: 'Card', categoryId, setId: id, setName: name, number: null, imageUrl: null, url: null }
  ))
  const categories = [{ id: 1, name: 'Line', slug: 'line' }]
  const index = openIndex(buildIndex({ sourceName: 'tests', fetchedAt: '2026-11-20', products, categories, sets }))
  console.log(index.sets('line').map(({ name }) => name).join(' '))
`

const setsUnder = async (locale: string): Promise<string> => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', orderedSets], {
    cwd: new URL('../..', import.meta.url),
    env: { ...process.env, LC_ALL: locale },
  })
  return stdout.trim()
}

test('sets stand in one order whatever the locale of the host: newest first, then by name', async () => {
  for (const locale of ['en_US.UTF-8', 'sv_SE.UTF-8', 'da_DK.UTF-8', 'C']) {
    assert.equal(await setsUnder(locale), 'aa alpha Åsgard Beta Oath Östra Vala W Ära Zendikar', locale)
  }
})
