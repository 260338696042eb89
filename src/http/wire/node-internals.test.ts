import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  allowHalfOpen,
  judgePieces,
  markFinished,
  onceItsTurn,
  onLastAnswer,
  passOverParser,
  stopParserWhen,
  takenBytes,
} from './node-internals.ts'

/** A server and a connection to it. */
const connectTo = async (
  t: TestContext,
  onRequest: RequestListener,
  prepare: (server: ReturnType<typeof createServer>) => void = () => {},
) => {
  const server = createServer(onRequest)
  prepare(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  t.after(() => {
    client.destroy()
    server.close()
    server.closeAllConnections()
  })
  const connected = once(server, 'connection') as Promise<[Socket]>
  await once(client, 'connect')
  const [socket] = await connected
  return { server, client, socket }
}

/** A canary that waits for what Node does no more fails by its own name. */
const limit = { timeout: 10_000 }

const get = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'

test(
  'stopParserWhen: the parser makes no request known once it is told to stop, and says so by its error',
  limit,
  async (t) => {
    let known = 0
    const { server, client, socket } = await connectTo(t, () => known++)
    stopParserWhen(socket, () => known === 2)
    const failed = once(server, 'clientError') as Promise<[Error & { code: string }]>
    client.write(get.repeat(5))
    const [{ code }] = await failed
    assert.deepEqual([known, code], [2, 'HPE_CB_HEADERS_COMPLETE'])
  },
)

test(
  'onLastAnswer: Node leaves the end of a connection to us after an answer with connection: close',
  limit,
  async (t) => {
    const { client, socket } = await connectTo(t, (_, res) => res.writeHead(200, { connection: 'close' }).end())
    const ended = new Promise<void>((resolve) => onLastAnswer(socket, resolve))
    client.write(get)
    await ended
    assert.deepEqual([socket.writableEnded, socket.destroyed], [false, false])
  },
)

/** A request that sends its body in chunks of a byte. */
const chunked = (chunks: number): string =>
  `POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(chunks)}`

test('judgePieces: the parser stops in the midst of a read at the piece that is turned down', limit, async (t) => {
  let [pieces, taken] = [0, 0]
  const { client, socket } = await connectTo(t, (req) => {
    judgePieces(req, () => ++pieces < 5)
    req.on('data', ({ length }: Buffer) => {
      taken += length
    })
  })
  client.write(chunked(1_000))
  while (taken === 0) await nextTurn()
  assert.deepEqual([pieces, taken, socket.destroyed], [5, 4, false])
})

test('judgePieces: each request of a connection has its own judge, or none', limit, async (t) => {
  const bodies: string[] = []
  let judged = 0
  const { client, socket } = await connectTo(t, async (req, res) => {
    if (bodies.length % 2 === 0) judgePieces(req, () => ++judged > 0)
    bodies.push(await text(req))
    res.end()
  })
  client.resume()
  for (let sent = 1; sent <= 4; sent++) {
    client.write(`${chunked(3)}0\r\n\r\n`)
    while (bodies.length < sent) await nextTurn()
  }
  assert.deepEqual([bodies, judged, socket.listenerCount('close')], [Array(4).fill('xxx'), 6, 2])
})

test('passOverParser: what comes next on a connection reaches us alone', limit, async (t) => {
  let [known, bytes] = [0, 0]
  const { client, socket } = await connectTo(t, () => known++)
  client.write(get)
  while (known === 0) await nextTurn()
  passOverParser(socket, () => bytes++)
  client.write(get)
  while (bytes === 0) await nextTurn()
  assert.equal(known, 1)
})

test('allowHalfOpen: a client that has ended its side gets its answer', limit, async (t) => {
  let answer: ServerResponse | undefined
  const { client, socket } = await connectTo(
    t,
    (_, res) => {
      answer = res
    },
    allowHalfOpen,
  )
  const received = text(client)
  client.end(get)
  await once(socket, 'end')
  await new Promise(setImmediate)
  answer?.writeHead(200, { connection: 'close' }).end('late')
  assert.match(await received, /late/)
})

/** Two requests of one connection, both known to the server before the first is answered. */
const sendTwo = async (t: TestContext) => {
  const responses: ServerResponse[] = []
  const { client, socket } = await connectTo(t, (_, res) => responses.push(res))
  client.write(get.repeat(2))
  while (responses.length < 2) await new Promise(setImmediate)
  const [first, second] = responses as [ServerResponse, ServerResponse]
  assert.deepEqual([first.socket, second.socket], [socket, null])
  return { client, socket, first, second }
}

test('onceItsTurn: a response behind another gets its socket once that one has left', limit, async (t) => {
  const { socket, first, second } = await sendTwo(t)
  const given = new Promise<Socket>((resolve) => onceItsTurn(second, resolve))
  first.end()
  assert.equal(await given, socket)
})

test('markFinished: Node goes on with the next request after an answer that was written past it', limit, async (t) => {
  const { client, socket, first, second } = await sendTwo(t)
  client.resume()
  await new Promise((resolve) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx', resolve))
  assert.equal(second.socket, null)
  markFinished(first)
  assert.equal(second.socket, socket)
})

test('takenBytes: counts what the kernel takes, and no more while a client takes nothing', limit, async (t) => {
  const length = 32 * 1024 * 1024
  const { client, socket } = await connectTo(t, (_, res) => res.end(Buffer.alloc(length)))
  client.pause()
  client.write(get)
  while (socket.writableLength === 0) await nextTurn()
  const before = takenBytes(socket) as number
  assert.ok(before > 0 && before < length, `${before} bytes`)
  client.resume()
  while (socket.writableLength > 0) await nextTurn()
  assert.ok((takenBytes(socket) as number) > length)
  socket.destroy()
  assert.equal(takenBytes(socket), null)
})
