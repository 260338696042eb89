import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { goTo, holdAnswers, skip, startForSuite, until } from './browser.ts'

describe('the door, whatever comes late or fails', { skip }, () => {
  const its = startForSuite()

  const open = (hash = '') => its.open({ hash })

  test('leaves the focus in the field while its panel is pressed: no browser closes it before the click', async () => {
    const { page } = await open()
    await page.fill('#door-field', 'charizard')
    await page.waitForSelector('[role=option]')
    for (const part of ['[role=option]', '.door-pages a', '.door-all', '.door-foot input']) {
      const box = await page.locator(part).first().boundingBox()
      assert.ok(box)
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
      await page.mouse.down()
      assert.equal(await page.evaluate('document.activeElement.id'), 'door-field', part)
      await page.mouse.move(2, 800)
      await page.mouse.up()
    }
    await page.click('.door-foot input')
    assert.equal(await page.isChecked('.door-foot input'), false)
    await page.click('.door-all')
    await page.waitForSelector('body[data-view=search]')
  })

  test('offers the sets of the game that was chosen last, however late those of another come', async () => {
    const { page } = await open()
    const { held, release } = await holdAnswers(page, (address) => /pokemon.*sets|sets.*pokemon/.test(address))
    await page.click('.lock-open')
    await page.waitForSelector('#lock-category option[value=pokemon]', { state: 'attached' })
    const games = await page.$$eval('#lock-category option', (options) =>
      options.map((one) => (one as unknown as { value: string }).value),
    )
    const other = games.find((game) => game !== '' && game !== 'pokemon') ?? ''
    await page.selectOption('#lock-category', 'pokemon')
    await held(1)
    await page.selectOption('#lock-category', other)
    await page.waitForSelector('#lock-set-list option', { state: 'attached' })
    const sets = () =>
      page.$$eval('#lock-set-list option', (options) => options.map((one) => one.getAttribute('value')))
    const before = await sets()
    assert.equal(await release(), 1)
    assert.deepEqual(await sets(), before)
  })

  test('keeps the pile as it is, and its dialog open, where a set is named that there is not', async () => {
    const { page, assertAccessible } = await open()
    const use = async (name: string) => {
      await page.waitForSelector('#lock-set-list option', { state: 'attached' })
      await page.fill('#lock-set', name)
      await page.locator('.lock-dialog').getByRole('button', { name: 'Use' }).click()
    }
    await page.click('.lock-open')
    await page.waitForSelector('#lock-category option[value=pokemon]', { state: 'attached' })
    await page.selectOption('#lock-category', 'pokemon')
    await use('Base Set')
    await page.getByRole('button', { name: 'Game and set: Pokemon · Base Set' }).waitFor()
    await page.click('.lock-open')
    await use('Jungel')
    await page.locator('.lock-dialog').getByText('There is no set of this name here.').waitFor()
    assert.deepEqual(
      [await page.locator('.lock-dialog[open]').count(), await page.evaluate('document.activeElement.id')],
      [1, 'lock-set'],
    )
    await assertAccessible()
    await use('jungle')
    await page.getByRole('button', { name: 'Game and set: Pokemon · Jungle' }).waitFor()
    // What is given up is forgotten, and another game begins with no set and no complaint.
    await page.click('.lock-open')
    await use('Jungel')
    await page.keyboard.press('Escape')
    await page.click('.lock-open')
    assert.deepEqual(
      [await page.inputValue('#lock-set'), await page.locator('#lock-set-problem').innerText()],
      ['Jungle', ''],
    )
    await use('Jungel')
    await page.selectOption('#lock-category', 'magic')
    await until(page, "document.querySelector('#lock-set').value === ''")
    assert.equal(await page.locator('#lock-set-problem').innerText(), '')
  })

  test('leaves a set as it is being typed, whatever is drawn meanwhile', async () => {
    const { page } = await open('#/search?category=pokemon')
    await page.click('#search-set')
    await page.waitForSelector('#search-set-list option', { state: 'attached' })
    await page.keyboard.type('Jun')
    await page.evaluate("import('/console/stack/open-stack.js').then(({ stack }) => stack.rename('Counter'))")
    assert.equal(await page.inputValue('#search-set'), 'Jun')
    await page.keyboard.type('gle')
    await page.keyboard.press('Enter')
    await until(page, "location.hash.includes('set=jungle')")
    await page.goBack()
    await until(page, "document.querySelector('#search-set').value === ''")
    // Back came before the page had heard of the choice.
    await page.evaluate(`(() => {
      const input = document.querySelector('#search-set')
      input.value = 'Jungle'
      input.dispatchEvent(new Event('change'))
      history.replaceState(null, '', '#/search?category=pokemon')
    })()`)
    await until(page, "document.querySelector('#search-set').value === ''")
  })

  test('counts a copy onto no row that a condition was said of, also before its price is there', async () => {
    const { page } = await open()
    await page.route('**/v1/prices', () => {})
    const quantities = await page.evaluate(`(async () => {
      const { addProduct } = await import('/console/door/add.js')
      const { stack } = await import('/console/stack/open-stack.js')
      const names = { name: 'Charizard', setName: 'Base Set', cardNumber: '4/102', category: 'pokemon' }
      const product = { productId: 300004, ...names }
      addProduct(product)
      addProduct(product)
      stack.changeAll('All LP', (row) => {
        const entry = { ...row.written.entry, condition: 'Lightly Played' }
        return { ...row, written: { ...row.written, entry } }
      })
      addProduct(product)
      return stack.current().rows.map(({ quantity }) => quantity)
    })()`)
    assert.deepEqual(quantities, [1, 2])
  })

  test('names a file that cannot be read', async () => {
    const { page } = await open()
    await page.evaluate(`import('/console/door/add.js').then(({ addFiles }) => {
      const file = new File(['Charizard'], 'list.txt')
      file.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotReadableError'))
      return addFiles([file])
    })`)
    await page.locator('.door-notice').getByText('list.txt could not be read.').waitFor()
  })

  test('photos that take long to be made ready take nobody away from the view that is open by then', async () => {
    const { page } = await open('#/usage')
    await page.route('**/v1/identify-image', () => {})
    await page.evaluate(`(async () => {
      const { addFiles } = await import('/console/door/add.js')
      const canvas = new OffscreenCanvas(40, 56)
      canvas.getContext('2d')
      const photo = new File([await canvas.convertToBlob()], 'card.png', { type: 'image/png' })
      const decode = globalThis.createImageBitmap
      const decoding = new Promise((resolve) => (globalThis.goOn = resolve))
      globalThis.createImageBitmap = (...given) => decoding.then(() => decode(...given))
      globalThis.added = addFiles([photo])
    })()`)
    await page.waitForSelector('body[data-view=stack]')
    await goTo(page, '#/stacks')
    await page.waitForSelector('body[data-view=stacks]')
    await page.evaluate('goOn(), added')
    assert.equal(await page.evaluate('location.hash'), '#/stacks')
  })

  test('each picture of a photo is let go of, whether the photo is made smaller or not', async () => {
    const { page } = await open()
    const [made, left] = (await page.evaluate(`(async () => {
      const { shrinkPhoto, thumbnailOf } = await import('/console/photo/pictures.js')
      const decode = globalThis.createImageBitmap
      const bitmaps = []
      globalThis.createImageBitmap = async (...given) => {
        bitmaps.push(await decode(...given))
        return bitmaps.at(-1)
      }
      for (const side of [100, 4100]) {
        const canvas = new OffscreenCanvas(side, 100)
        canvas.getContext('2d')
        const photo = await canvas.convertToBlob({ type: 'image/jpeg' })
        await shrinkPhoto(photo)
        await thumbnailOf(photo, null)
      }
      return [bitmaps.length, bitmaps.filter(({ width }) => width > 0).length]
    })()`)) as [number, number]
    assert.equal(made, 4)
    assert.equal(left, 0)
  })

  test('Undo in the notice is that of its own step: the notice goes when another step is made', async () => {
    const { page } = await open()
    const steps = (script: string) =>
      page.evaluate(`(async () => {
        const { addFiles, addText } = await import('/console/door/add.js')
        const { stack } = await import('/console/stack/open-stack.js')
        const undo = () => document.querySelector('.door-notice button')
        const count = () => stack.current().rows.length
        ${script}
      })()`)
    assert.deepEqual(await steps(`addText('Mew 8'); undo().click(); return [count(), undo()]`), [0, null])
    assert.equal(await steps(`addText('Mew 8'); stack.addList('Pikachu 58/102'); return undo()`), null)
    assert.equal(await steps(`addText('Mew 8'); stack.undo(); return undo()`), null)
    assert.equal(
      await steps(`const canvas = new OffscreenCanvas(40, 56)
        canvas.getContext('2d')
        const photo = new File([await canvas.convertToBlob()], 'card.png', { type: 'image/png' })
        const added = addFiles([photo])
        addText('Mew 8')
        const its = undo() !== null
        await added
        return its && undo()`),
      null,
    )
  })

  test('calls a result’s button by what is written on it', async () => {
    const { page } = await open('#/search?q=charizard')
    await goTo(page, '#/search?q=charizard')
    const button = page.locator('.result-add button').first()
    assert.match((await button.getAttribute('aria-label')) ?? '', /^Add Charizard/)
    await button.click()
    await until(page, "document.querySelector('.result-add button').getAttribute('aria-label').startsWith('+1 ')")
    assert.equal(await button.innerText(), '+1')
  })

  test('an address with a broken escape is told as no product', async () => {
    const { page } = await open()
    await goTo(page, '#/product/%')
    await page.getByText('There is no such product').first().waitFor()
  })
})
