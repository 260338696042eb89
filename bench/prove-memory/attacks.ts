import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { bodyOf } from '../../test/support/photos/mutate.ts'
import { interlacedPng } from '../../test/support/pictures.ts'

/** The service under attack: where it is, and a key of each of several accounts. */
export interface Target {
  readonly address: string
  readonly keys: readonly string[]
}

export interface Attack {
  readonly name: string
  readonly needsPhotos?: boolean
  readonly run: (target: Target) => Promise<void>
}

/**
 * Opens connections that send what `request` gives for each, and nothing more; what comes back is read only where
 * `reads` says so.
 */
const openAll = async (
  { address }: Target,
  count: number,
  request: (number: number) => readonly (string | Buffer)[],
  { holdMs = 8_000, reads = true } = {},
): Promise<void> => {
  const { hostname, port } = new URL(address)
  const sockets: Socket[] = []
  for (let number = 0; number < count; number++) {
    const socket = connect(Number(port), hostname)
    // A refusal may come while the body is still being sent.
    socket.on('error', () => {})
    if (reads) socket.resume()
    for (const part of request(number)) socket.write(part)
    sockets.push(socket)
    // A listener's queue is short: whoever comes too fast waits for a second.
    if (number % 100 === 99) await delay(30)
  }
  await delay(holdMs)
  for (const socket of sockets) socket.destroy()
}

const head = (path: string, key: string | undefined, length: string): string =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n` +
  `Content-Type: application/json\r\n${length}\r\n\r\n`

const start = Buffer.from('{"imageDataUrl":"data:image/png;base64,')
const eightMegabytes = Buffer.alloc(8_000_000 - start.length, 'A')
const kilobytes = Buffer.alloc(59_000, ' ')
const chunk = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(65_536, 'A'), Buffer.from('\r\n')])
const chunks = Array.from({ length: 122 }, () => chunk)

const keyOf = ({ keys }: Target, number: number): string | undefined => keys[number % keys.length]

const announced = (target: Target, key: (number: number) => string | undefined) =>
  openAll(target, 200, (number) => [
    head('/v1/identify-image', key(number), 'Content-Length: 8300000'),
    start,
    eightMegabytes,
  ])

const largePictures = async ({ address, keys }: Target): Promise<void> => {
  const body = bodyOf({ bytes: await interlacedPng(6300, 6300), type: 'image/png' })
  const send = (number: number) =>
    fetch(`${address}/v1/identify-image`, {
      method: 'POST',
      headers: { authorization: `Bearer ${keys[number % keys.length]}`, 'content-type': 'application/json' },
      body,
    }).then((answer) => answer.arrayBuffer())
  // Once alone, so that the models are loaded, then more than may wait.
  await send(0)
  await Promise.all(Array.from({ length: 12 }, (_, number) => send(number)))
}

/** What a client may do to the memory of the service. */
export const attacks: readonly Attack[] = [
  {
    name: '200 photo bodies that stop at 8 MB, one key',
    run: (target) => announced(target, () => target.keys[0]),
  },
  {
    name: '200 photo bodies that stop at 8 MB, many keys',
    run: (target) => announced(target, (number) => keyOf(target, number)),
  },
  {
    name: '200 photo bodies in chunks that stop at 8 MB, many keys',
    run: (target) =>
      openAll(target, 200, (number) => [
        head('/v1/identify-image', keyOf(target, number), 'Transfer-Encoding: chunked'),
        ...chunks,
      ]),
  },
  {
    name: '5,000 small bodies that stop at 59 KB, many keys',
    run: (target) =>
      openAll(target, 5_000, (number) => [
        head('/v1/prices', keyOf(target, number), 'Content-Length: 60000'),
        kilobytes,
      ]),
  },
  {
    name: '20 connections × 3,200 pipelined large answers, never read',
    run: (target) =>
      openAll(target, 20, () => ['GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(3_200)], {
        reads: false,
        holdMs: 10_000,
      }),
  },
  { name: '1,000 idle connections', run: (target) => openAll(target, 1_000, () => []) },
  { name: '13 interlaced 16-bit pictures of 40 megapixels', needsPhotos: true, run: largePictures },
]

/**
 * Waits until a connection is answered again: what was attacked still serves. @returns the milliseconds that it took
 */
export const answerMs = async ({ address, keys }: Target): Promise<number> => {
  const startedMs = performance.now()
  const headers = { authorization: `Bearer ${keys[0]}` }
  const answer = await fetch(`${address}/v1/categories`, { headers })
  await answer.arrayBuffer()
  if (answer.status !== 200) throw new Error(`The service answers ${answer.status}.`)
  return performance.now() - startedMs
}
