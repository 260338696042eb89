import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { createRandom } from '../support/photos/random.ts'
import { startService } from '../support/service.ts'

/** Statuses of the answers in raw bytes; fails when they do not follow each other exactly. */
const statusesOf = (raw: Buffer): number[] => {
  const statuses: number[] = []
  for (let rest = raw; rest.length > 0; ) {
    const end = rest.indexOf('\r\n\r\n')
    const head = rest.subarray(0, end).toString('latin1')
    const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(head) ?? []
    assert.ok(status && /\r\nx-request-id: /i.test(head), head.slice(0, 100))
    statuses.push(Number(status))
    rest = rest.subarray(end + 4 + Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0))
  }
  return statuses
}

interface Sent {
  readonly bytes: string
  readonly status: number
  readonly costs?: 1
}

const rounds = 200

test(`of ${rounds} random rows each request up to the end of its connection has one answer`, async (t) => {
  const { address, key, service, accountId, reports } = await startService(t)
  const body = '{"productIds":[300004]}'
  const auth = `Host: a\r\nAuthorization: Bearer ${key}\r\n`
  const post = `POST /v1/prices HTTP/1.1\r\n${auth}Content-Type: application/json\r\n`
  const chunked = `${post}Transfer-Encoding: chunked\r\n\r\n`
  const sound: Sent[] = [
    { bytes: 'GET /v1/plans HTTP/1.1\r\nHost: a\r\n\r\n', status: 200 },
    { bytes: 'GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n', status: 200 },
    { bytes: 'GET /v1/plans HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello', status: 200 },
    { bytes: 'GET /v1/nope HTTP/1.1\r\nHost: a\r\n\r\n', status: 404 },
    { bytes: 'OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n', status: 204 },
    { bytes: `GET /v1/usage HTTP/1.1\r\n${auth}\r\n`, status: 200, costs: 1 },
    { bytes: `${post}Content-Length: ${body.length}\r\n\r\n${body}`, status: 200, costs: 1 },
    { bytes: `${post}Content-Length: 3\r\n\r\n{"p`, status: 400, costs: 1 },
    {
      bytes: `${chunked}5\r\n${body.slice(0, 5)}\r\n12;x=y\r\n${body.slice(5)}\r\n0\r\nA: b\r\n\r\n`,
      status: 200,
      costs: 1,
    },
  ]
  const closing: Sent[] = [
    { bytes: 'GET /v1/plans HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', status: 200 },
    { bytes: 'GET /v1/plans HTTP/1.0\r\n\r\n', status: 200 },
    { bytes: 'GET /v1/plans HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\nUpgrade: h2c\r\n\r\n', status: 200 },
    { bytes: 'GET /v1/plans HTTP/1.1\r\nHost: a b\r\n\r\n', status: 400 },
    { bytes: 'GET /v1/plans HTTP/1.1\r\nHost: a\r\nbad line\r\n\r\n', status: 400 },
    { bytes: 'GET /v1/plans HTTP/2.0\r\nHost: a\r\n\r\n', status: 505 },
    { bytes: `GET /v1/usage HTTP/1.1\r\n${auth}Transfer-Encoding: xchunked\r\n\r\n`, status: 400 },
    { bytes: `${post}Transfer-Encoding: gzip, chunked\r\n\r\n5\r\nabcde\r\n0\r\n\r\n`, status: 501 },
    { bytes: `${chunked}ZZ\r\n`, status: 400 },
    { bytes: `${chunked}17\r\n${body}0\r\n\r\n`, status: 400 },
    { bytes: `${post}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n`, status: 400 },
    { bytes: 'CONNECT a:80 HTTP/1.1\r\nHost: a:80\r\n\r\n', status: 501 },
    { bytes: '\0\0\0\0\r\n\r\n', status: 400 },
  ]
  const { below: random } = createRandom(20_261_122)
  const pick = <T>(list: readonly T[]) => list[random(list.length)] as T
  const several = <T>(list: readonly T[], most: number) => Array.from({ length: random(most + 1) }, () => pick(list))

  /** Sends bytes in pieces cut anywhere and collects all that comes back; ends our side now or later. */
  const exchange = async (bytes: string): Promise<Buffer> => {
    const socket = connect({ port: Number(new URL(address).port), host: '127.0.0.1', allowHalfOpen: true })
    socket.on('error', () => {})
    const chunks: Buffer[] = []
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    const ended = new Promise((resolve) => socket.once('close', resolve).once('end', resolve))
    for (let at = 0; at < bytes.length; ) {
      const size = pick([1, 7, 40, 200, 5_000, 60_000])
      socket.write(bytes.slice(at, at + size), 'latin1')
      at += size
      if (random(3) === 0) await turn()
    }
    if (random(2) === 0) socket.end()
    await ended
    socket.destroy()
    return Buffer.concat(chunks)
  }

  for (let round = 0; round < rounds; round++) {
    const answered = [...several(sound, random(8) === 0 ? 60 : 6), pick(closing)]
    const bytes = [...answered, ...several([...sound, ...closing], 4)].map((one) => one.bytes).join('')
    const [seen, used] = [reports.length, (await service.accounts.usageOf(accountId)).month.used]
    const raw = await exchange(bytes)
    const name = `round ${round}: ${JSON.stringify(bytes).slice(0, 3_000)}`
    const expected = answered.map(({ status }) => status)
    assert.deepEqual(statusesOf(raw), expected, name)
    const reported = reports.slice(seen).map(({ status }) => status)
    assert.deepEqual(reported.sort(), expected.sort(), name)
    const costs = answered.filter((one) => one.costs).length
    assert.equal((await service.accounts.usageOf(accountId)).month.used - used, costs, name)
  }
  assert.ok(service.api.isIdle())
})
