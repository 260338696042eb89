import type { TestContext } from 'node:test'
// The console's own: an error of another copy of the client is none of its class.
import { createClient, type ImageIdentifyResult } from '../../packages/client/dist/client.js'
import { startService } from '../support/service.ts'
import './console-modules.ts'

const web = (path: string) => import(new URL(`../../web/${path}`, import.meta.url).href)
const { createStack } = await web('stack/stack.js')
const { createMemoryStorage } = await web('stack/memory-storage.js')
const { stateOf } = await web('stack/row-state.js')

export type Row = ReturnType<typeof createStack>['rows'][number]

/** A list whose prices cost more requests than a stack asks for by itself. */
export const manyIds = ['productId', ...Array.from({ length: 1_100 }, (_, at) => String(300_000 + at))].join('\n')

/** Stands for a photo that the browser has kept. */
export const picture = new Blob([new Uint8Array(8)], { type: 'image/jpeg' })

/** A stack over the real client and a real service; its photos are answered by `readPhoto`. */
export const openStack = async (
  t: TestContext,
  {
    readPhoto = async (_photo: Blob, _lock: { category: string; set: string }) => null as unknown as ImageIdentifyResult,
    key = '' as string | null,
    storage = createMemoryStorage(),
    isKept = false,
    onSaved = (_stackId: string): unknown => null,
  } = {},
) => {
  const service = await startService(t)
  const client = createClient({ baseUrl: service.address, key: key || service.key, retries: 0 })
  const api = {
    listCategories: () => client.listCategories(),
    lookUpPrices: (input: Parameters<typeof client.lookUpPrices>[0]) => client.lookUpPrices(input),
    readPhoto,
  }
  const stack = createStack({
    api,
    storage,
    isKept,
    onSaved,
    toThumbnail: async (picture: Blob) => picture,
    toSent: async (photo: Blob) => photo,
    now: () => new Date(),
  })
  /** Waits until nothing is being done any more. */
  const settled = async () => {
    while (stack.isWorking()) await new Promise((resolve) => stack.events.addEventListener('change', resolve, { once: true }))
  }
  const said: string[] = []
  stack.events.addEventListener('said', (event: CustomEvent<string>) => said.push(event.detail))
  const requests = () => service.reports.flatMap(({ operation, status }) => (operation === 'lookUpPrices' ? [status] : []))
  const states = () => stack.current().rows.map((row: Row) => stateOf(row, stack.book).todo ?? 'done')
  return { api, stack, settled, said, requests, states }
}
