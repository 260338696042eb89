// The console's own: an error of another copy of the client is none of its class.
import { createClient, type ImageIdentifyResult } from '../../packages/client/dist/client.js'
import { useService } from '../support/service.ts'
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

/** Serves all stacks, each of which has a customer of its own. */
const service = useService()

/** A stack over the real client and a real service; its photos are answered by `readPhoto`. */
export const openStack = async ({
  readPhoto = async (_photo: Blob, _lock: { category: string; set: string }) => null as unknown as ImageIdentifyResult,
  key = '' as string | null,
  storage = createMemoryStorage(),
  isKept = false,
  onSaved = (_stackId: string): unknown => null,
} = {}) => {
  const { address, issue, reports } = service()
  const customer = await issue({ requestsPerMinute: 1_000_000, monthlyRequests: 10_000_000 })
  const client = createClient({ baseUrl: address, key: key || customer.key, retries: 0 })
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
    while (stack.isWorking())
      await new Promise((resolve) => stack.events.addEventListener('change', resolve, { once: true }))
  }
  const said: string[] = []
  stack.events.addEventListener('said', (event: CustomEvent<string>) => said.push(event.detail))
  const requests = () =>
    reports.flatMap(({ accountId, operation, status }) =>
      accountId === customer.accountId && operation === 'lookUpPrices' ? [status] : [],
    )
  const states = () => stack.current().rows.map((row: Row) => stateOf(row, stack.book).todo ?? 'done')
  return { api, stack, settled, said, requests, states }
}
