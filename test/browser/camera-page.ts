import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before } from 'node:test'
import type { Page, Route } from 'playwright-core'
import sharp from 'sharp'
import type { ImageIdentifyResult } from '../../packages/client/src/client.ts'
import { identificationEndpoints } from '../../src/contract/identification.ts'
import { writeCardVideo } from '../support/card-video.ts'
import { fakeCamera, type SuitePage, startForSuite, until, type Visit } from './browser.ts'

export const phone = { scheme: 'light', width: 360, height: 740, isTouch: true } as const

export const { ocr, identification } = identificationEndpoints.identifyImage.example
export const sure = { ocr, identification, cards: [], cardsOmitted: 0 }
export const unsure = {
  ...sure,
  ocr: { ...ocr, advice: 'review', confidence: 40 } satisfies ImageIdentifyResult['ocr'],
}
export const nothing: ImageIdentifyResult = {
  ocr: {
    ...ocr,
    text: '',
    advice: 'retry',
    confidence: 0,
    suggested: {
      name: null,
      cardNumber: null,
      query: null,
      language: null,
      condition: null,
      variant: null,
      certificate: null,
    },
  },
  identification: null,
  cards: [],
  cardsOmitted: 0,
}

/** Answers photos in turn without reading them; those beyond the answers wait. */
export const answering = async (page: Page, ...answers: object[]) => {
  const waiting: Route[] = []
  const photos: Buffer[] = []
  await page.route('**/v1/identify-image', async (route) => {
    const { imageDataUrl } = route.request().postDataJSON() as { imageDataUrl: string }
    photos.push(Buffer.from(imageDataUrl.split(',')[1] ?? '', 'base64'))
    const answer = answers.shift()
    if (answer) await route.fulfill({ json: answer })
    else waiting.push(route)
  })
  return { waiting, photos, answer: (answer: object) => waiting.shift()?.fulfill({ json: answer }) }
}

/** Whether all of an element lies on the screen. */
export const isOnScreen = (page: Page, selector: string): Promise<boolean> =>
  page.evaluate(`(() => {
    const element = document.querySelector(${JSON.stringify(selector)})
    const { top, bottom, left, right } = element.getBoundingClientRect()
    const middle = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
    return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth && element.contains(middle)
  })()`)

export const focused = (page: Page): Promise<string> =>
  page.evaluate('document.activeElement.className || document.activeElement.tagName')

export const cameraIsOff = (page: Page) => until(page, "globalThis.track.readyState === 'ended'")
export const keepTrack = (page: Page) =>
  page.evaluate("void (globalThis.track = document.querySelector('video').srcObject.getTracks()[0])")

export const shoot = (page: Page): Promise<void> => page.click('.camera-shutter')
export const scans = (page: Page): Promise<number> => page.locator('.scan').count()
export const priced = (page: Page, count: number): Promise<void> =>
  until(
    page,
    `[...document.querySelectorAll('.scan .price')].filter((one) => one.textContent.includes('$')).length === ${count}`,
  )

/** A service, and a browser whose camera sees two drawn cards by turns. */
export const startCameraSuite = () => {
  const folder = mkdtempSync(join(tmpdir(), 'camera-'))
  const video = join(folder, 'two-cards.y4m')
  const its = startForSuite(undefined, [...fakeCamera, `--use-file-for-fake-video-capture=${video}`])
  before(async () => {
    const drawn = await Promise.all(
      [300_004, 300_001].map(async (id) => {
        const file = join(folder, `${id}.png`)
        const svg = Buffer.from(await (await fetch(`${its.service.address}/sandbox/images/${id}.svg`)).arrayBuffer())
        const card = sharp(svg).resize(600)
        // All cards of the sandbox look alike but for their names, so one of them is dark.
        await (id === 300_001 ? card.negate({ alpha: false }) : card).png().toFile(file)
        return file
      }),
    )
    await writeCardVideo(video, drawn, { width: 480, height: 640 })
  })
  after(() => rmSync(folder, { recursive: true }))
  const openCamera = async (visit: Visit = phone): Promise<SuitePage> => {
    const watched = await its.open({ ...visit, hash: '#/camera' })
    await watched.page.waitForSelector('.camera-shutter:enabled')
    return watched
  }
  return { its, openCamera }
}
