import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, test } from 'node:test'
import { runCli, startServer } from '../support/process.ts'
import { tempFolder } from '../support/temp.ts'
import { enterKey, skip, startForSuite } from './browser.ts'
import { addList, rowOf, settled } from './stack-page.ts'

describe('what a stack costs', { skip }, () => {
  const its = startForSuite()

  const { open } = its

  const requestsSince = (before: number) =>
    its.service.reports
      .slice(before)
      .flatMap(({ operation }) => (operation === 'identify' || operation === 'lookUpPrices' ? operation : []))

  test('500 rows with product ids take five requests to look up, and none twice', async () => {
    const { page } = await open()
    const before = its.service.reports.length
    await addList(page, [
      'productId,quantity',
      ...Array.from({ length: 500 }, (_, at) => `${300_000 + at},${(at % 3) + 1}`),
    ])
    await settled(page)
    const requests = requestsSince(before)
    assert.ok(requests.length <= 10, `${requests.length} requests`)
  })

  test('a long list is met with its cost before anything is spent, and the page stays awake', async (t) => {
    const { page } = await open()
    await page.evaluate(
      `globalThis.longest = 0
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) longest = Math.max(longest, duration)
      }).observe({ type: 'longtask' })`,
    )
    const before = its.service.reports.length
    await addList(
      page,
      Array.from({ length: 3_000 }, (_, at) => `Card ${at}`),
    )
    await page.getByText(/This costs about \d\d requests/).waitFor()
    assert.deepEqual(requestsSince(before), [])
    await page.getByRole('button', { name: /^Undo/ }).click()
    await page.getByText('No cards yet.').waitFor()
    assert.equal(await page.getByText('This costs about').count(), 0)
    const longestMs = Number(await page.evaluate('longest'))
    t.diagnostic(`longest task of the page ${Math.round(longestMs)} ms`)
  })

  test('each reserved product says in its row what is the matter, and what failed can be asked again', async () => {
    const { page, assertAccessible, allowErrors } = await open()
    allowErrors(/404/)
    await addList(page, ['productId', ...Array.from({ length: 10 }, (_, at) => String(990_001 + at))])
    await settled(page)
    const todo = await page
      .locator('.rows > li')
      .evaluateAll((rows) => rows.map((row) => row.querySelector('.row-todo')?.textContent ?? 'done'))
    assert.deepEqual(todo, [
      ...['The market source is unavailable.', 'The market source is unavailable.', 'done', 'done', 'Price unknown.'],
      ...['done', 'done', 'The market source did not answer in time.', 'The market source asks us to slow down.'],
      'done',
    ])
    await assertAccessible()
    const before = its.service.reports.length
    await page.getByRole('button', { name: 'Ask again for 4 rows that failed' }).click()
    await settled(page)
    assert.deepEqual(requestsSince(before), ['lookUpPrices'])
    await page.getByRole('button', { name: 'Ask again for 4 rows that failed' }).waitFor()
  })

  test('a corrected row costs only what is new', async () => {
    const { page } = await open()
    await addList(page, ['Charizard 4/102, Base Set', 'Mewtwo 10/102, Base Set'])
    await settled(page)
    const before = its.service.reports.length
    await rowOf(page, 'Mewtwo').getByRole('button', { name: 'More of Mewtwo' }).click()
    await page.getByLabel('correct it').fill('Blastoise 2/102, Base Set')
    await page.keyboard.press('Enter')
    await rowOf(page, 'Blastoise').locator('.row.done').waitFor()
    assert.deepEqual(requestsSince(before), ['lookUpPrices', 'lookUpPrices'])
  })

  test('a month that ends amid the work keeps what is done, and another key goes on by itself', async () => {
    const { key } = await its.service.issue({ monthlyRequests: 3 })
    const { page } = await open({ key })
    await addList(page, ['Charizard 4/102, Base Set'])
    await settled(page)
    await addList(page, ['Mewtwo 10/102, Base Set'])
    await page.getByText('allowance of this UTC month is used up.').first().waitFor()
    assert.equal(await page.locator('.row.done').count(), 1)
    await enterKey(page, its.service.key)
    await page.waitForSelector('.stack:not(:has(.error-notice)) .rows > li:nth-child(2) .row.done')
    assert.equal(await page.locator('.row.done').count(), 2)
  })

  test('the service is killed: what is done stays, and it goes on when the service is back', async (t) => {
    const env = { DATA_DIR: tempFolder(t) }
    const first = await startServer({ ...env, PORT: '0' })
    t.after(() => first.child.kill('SIGKILL'))
    const { out } = await runCli(['accounts', 'create', '--name', 'Shop', '--plan', 'scale', '--json'], env)
    const issued = await runCli(['keys', 'issue', '--account', JSON.parse(out).account.id, '--json'], env)
    const { page } = await open({ key: JSON.parse(issued.out).key, service: first })
    await addList(page, ['Charizard 4/102, Base Set'])
    await settled(page)
    first.child.kill('SIGKILL')
    await once(first.child, 'exit')
    await addList(page, ['Mewtwo 10/102, Base Set'])
    await page.getByText('The service cannot be reached.').waitFor()
    assert.equal(await page.locator('.row.done').count(), 1)
    const second = await startServer({ ...env, PORT: new URL(first.address).port })
    t.after(() => second.child.kill('SIGKILL'))
    await page.getByRole('button', { name: 'Try again' }).click()
    await rowOf(page, 'Mewtwo').locator('.row.done').waitFor()
  })
})
