import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { announcements, enterKey, loadedWhole, pasteText, skip, startForSuite, until } from './browser.ts'
import { openDoor, rows, said } from './door-page.ts'

const sixtyLines = Array.from({ length: 60 }, (_, at) => `${at + 1} Charizard 4/102 Base Set`).join('\n')

/** Longest time for which the page could do nothing else, from here on. */
const watchTasks = `(() => {
  globalThis.longest = 0
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) globalThis.longest = Math.max(globalThis.longest, duration)
  }).observe({ type: 'longtask' })
})()`

/** Drags a file over the page, and drops it there. */
const dragFile = (page: Page, type: 'dragover' | 'drop', name: string, text: string) =>
  page.evaluate(`(() => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File([${JSON.stringify(text)}], ${JSON.stringify(name)}))
    document.body.dispatchEvent(new DragEvent('${type}', { dataTransfer, bubbles: true, cancelable: true }))
  })()`)

describe('lists through the door', { skip }, () => {
  const its = startForSuite()
  const open = (options?: Parameters<typeof openDoor>[1]) => openDoor(its, options)

  test('a pasted list goes onto the stack with what it costs, and each step is announced once', async () => {
    const { page, asked } = await open({ hash: '#/usage' })
    await pasteText(page, sixtyLines)
    await said(page, 'The prices are there.')
    assert.deepEqual(await announcements(page), ['60 rows added: about 2 requests.', 'The prices are there.'])
    assert.deepEqual(asked(), ['lookUpPrices', 'lookUpPrices'])
    assert.equal(await page.getAttribute('body', 'data-view'), 'stack')
  })

  test('a list pasted into the empty field goes onto the stack; beside other text it is looked at first', async () => {
    const { page } = await open()
    await page.keyboard.press('/')
    await page.keyboard.type('Mew 8')
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('2 Pikachu 58/102')
    await page.getByText('2 rows: about 2 requests').waitFor()
    assert.equal(await page.evaluate('document.activeElement.tagName'), 'TEXTAREA')
    await page.keyboard.press('Control+Enter')
    await page.waitForSelector('#door-field')
    assert.deepEqual(
      (await rows(page)).map(({ text, quantity }) => [text, quantity]),
      [
        ['Mew 8', 1],
        ['2 Pikachu 58/102', 2],
      ],
    )
  })

  test('a list may be chosen or dropped anywhere, what is no list or picture is refused, photos are read', async () => {
    const { page } = await open({ hash: '#/usage' })
    const choose = async (name: string, file: { name: string; mimeType: string; buffer: Buffer }) => {
      const chooser = page.waitForEvent('filechooser')
      await page.click('.door-menu > summary')
      await page.getByRole('button', { name }).click()
      await (await chooser).setFiles(file)
    }
    await choose('Choose a list…', {
      name: 'list.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('\ufeffName;Number;Quantity\nCharizard;4/102;3', 'utf16le'),
    })
    // What is said next may take its place at once.
    await until(page, "globalThis.announced.some((sentence) => sentence.startsWith('1 row added'))")
    assert.deepEqual(
      (await rows(page)).map(({ quantity }) => quantity),
      [3],
    )
    await dragFile(page, 'dragover', 'list.txt', '')
    await page.getByText('Drop a list or photos').waitFor()
    await dragFile(page, 'drop', 'list.txt', 'Mew 8\nPikachu 58/102')
    await page.getByText('2 rows added').first().waitFor()
    assert.equal(await page.locator('.drop-zone').count(), 0)
    await dragFile(page, 'drop', 'list.xlsx', 'PK\0\0')
    await page.getByText('list.xlsx is neither a list nor a picture').first().waitFor()
    await choose('Choose photos…', { name: 'card.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
    await page.getByText('1 photo added').first().waitFor()
    assert.equal((await rows(page)).length, 4)
  })

  test('a list of 10,000 lines never stops the page for a second, and waits for a word about its cost', async (t) => {
    const list = Array.from({ length: 10_000 }, (_, at) => `1 Charizard ${at} LP`).join('\n')
    /**
     * The longest task, as a share of what is allowed: reading takes 60 ms on a machine that does nothing else; one
     * that is busy is as much slower in all.
     */
    const measure = async () => {
      const { page, asked } = await open({ hash: '#/usage' })
      const readMs = Number(
        await page.evaluate(`import('/console/client/client.js').then(({ readList }) => {
          const begin = performance.now()
          readList(${JSON.stringify(list)})
          return performance.now() - begin
        })`),
      )
      await page.evaluate(watchTasks)
      await pasteText(page, list)
      await said(page, /10,000 rows added: about 200 requests/)
      await page.waitForTimeout(2_000)
      const longestMs = Number(await page.evaluate('globalThis.longest'))
      t.diagnostic(`longest task ${Math.round(longestMs)} ms, where the list alone is read in ${Math.round(readMs)} ms`)
      assert.deepEqual(asked(), [])
      return longestMs / (1_000 * Math.max(1, readMs / 60))
    }
    // Other work on the machine only adds to a time, so the best is the page's own.
    const shares = [await measure()]
    while (shares.length < 5 && Math.min(...shares) >= 1) shares.push(await measure())
    assert.ok(Math.min(...shares) < 1)
  })

  test('without a connection the field still adds rows, which wait and then go on', async () => {
    const { page } = await open()
    await loadedWhole(page)
    await page.context().setOffline(true)
    await page.keyboard.press('/')
    await page.keyboard.type('2 Charizard 4/102 Base Set')
    await page.getByText('There is no connection. What is added waits for it.').waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await said(page, /They wait for the connection/)
    await page.context().setOffline(false)
    await said(page, 'The prices are there.')
  })

  test('a connection that is back before its loss is known needs no word', async () => {
    const { page } = await open()
    await loadedWhole(page)
    const held: Route[] = []
    await page.route('**/v1/prices', (route) => void held.push(route), { times: 1 })
    await pasteText(page, 'Charizard 4/102 Base Set')
    await until(page, () => held.length === 1)
    await page.evaluate("dispatchEvent(new Event('online'))")
    await held[0]?.abort()
    await said(page, 'The prices are there.')
  })

  test('without a key the field still adds rows, which wait for one', async () => {
    const { page } = await its.open({ key: null })
    await pasteText(page, 'Charizard 4/102 Base Set\nPikachu 58/102 Base Set')
    await said(page, /They wait for an API key/)
    await enterKey(page, its.service.key)
    await said(page, 'The prices are there.')
  })
})
