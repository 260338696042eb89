import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import { describe, test } from 'node:test'
import { listen } from '../../../test/support/other-server.ts'
import { ServiceError } from '../../contract/errors.ts'
import { readRetryAfter } from './read-answer.ts'
import { createUpstreamHost, type UpstreamHostOptions } from './upstream.ts'
import type { CallReport } from './upstream-observer.ts'

interface Ends {
  after: (done: () => Promise<void> | void) => void
}

const json = { 'content-type': 'application/json' }

/** A small server and a host that asks it. */
const start = async (t: Ends, answer: RequestListener, options: Partial<UpstreamHostOptions> = {}) => {
  let connections = 0
  const server = createServer(answer)
  server.on('connection', () => connections++)
  const port = await listen(t, server)
  const reports: CallReport[] = []
  const host = createUpstreamHost({
    name: 'test',
    baseUrl: `http://127.0.0.1:${port}`,
    timeoutMs: 1_000,
    concurrency: 4,
    perSecond: 0,
    userAgent: 'test',
    observer: { onCall: (report) => reports.push(report), onBreaker: () => {} },
    ...options,
  })
  t.after(() => host.close())
  const ask = (signal = new AbortController().signal) =>
    host.fetchJson(
      { route: 'thing', path: '/thing', absent: { statuses: [404], value: null }, read: (value) => value },
      signal,
    )
  return { host, ask, reports, port, server, connections: () => connections }
}

const isCode = (code: string, status: number | null) => (error: unknown) =>
  error instanceof ServiceError && error.code === code && error.upstreamStatus === status

describe('upstream host', () => {
  test('a host is sent the headers of its own source and no others', async (t) => {
    const sent: string[][] = []
    const answer: RequestListener = (req, res) => {
      sent.push(Object.keys(req.headers).sort())
      res.writeHead(200, json).end('{}')
    }
    const plain = await start(t, answer)
    await plain.ask()
    const special = await start(t, answer, { headers: { origin: 'https://shop.example' } })
    await special.ask()
    const always = ['accept', 'accept-encoding', 'connection', 'host', 'user-agent']
    assert.deepEqual(sent, [always, [...always, 'origin'].sort()])
  })

  test('all its time comes from the clock it is given: probes, pauses and dates of Retry-After', async (t) => {
    const clock = { steady: 0, epoch: Date.parse('2026-11-22T10:00:00.000Z') }
    let answer: RequestListener = (_, res) => res.writeHead(500).end()
    const { host, ask } = await start(t, (req, res) => answer(req, res), {
      random: () => 0,
      steadyNow: () => clock.steady,
      now: () => clock.epoch,
    })
    while (host.state().breaker === 'closed') await assert.rejects(ask())
    answer = (_, res) => res.writeHead(200, json).end('1')
    await assert.rejects(ask(), isCode('upstream_unavailable', 500))
    clock.steady += 1_000
    assert.equal(await ask(), 1)
    answer = (_, res) => res.writeHead(429, { 'retry-after': 'Sun, 22 Nov 2026 10:01:30 GMT' }).end()
    await assert.rejects(ask(), isCode('upstream_rate_limited', 429))
    assert.equal(host.state().coolDownLeftMs, 90_000)
  })

  test('a queued call whose caller leaves at the very moment it is let through is not sent', async (t) => {
    const leaving = new AbortController()
    let served = 0
    const { ask } = await start(t, (_, res) => void (++served === 1 && res.writeHead(200, json).end('1')), {
      concurrency: 1,
      // Runs after the first call has released its slot, and before the second one goes on.
      observer: { onCall: () => queueMicrotask(() => leaving.abort(new Error('gone'))), onBreaker: () => {} },
    })
    const [first, queued] = [ask(), ask(leaving.signal)]
    assert.equal(await first, 1)
    await assert.rejects(queued, /gone/)
    assert.equal(served, 1)
  })

  test('one connection serves call after call, and one that was closed meanwhile costs no failure', async (t) => {
    let served = 0
    const { ask, connections, reports } = await start(t, (req, res) => {
      served++
      // After its third answer the server closes connections just when they are used again.
      if (served === 4) req.socket.resetAndDestroy()
      else res.writeHead(200, json).end('{"ok":true}')
    })
    for (let count = 0; count < 3; count++) assert.deepEqual(await ask(), { ok: true })
    assert.equal(connections(), 1)
    assert.deepEqual(await ask(), { ok: true })
    assert.deepEqual(
      reports.map(({ outcome }) => outcome),
      ['ok', 'ok', 'ok', 'ok'],
    )
  })

  test('a name that resolves to a private address is refused before any connection is made', async (t) => {
    const { port, connections } = await start(t, (_, res) => res.end('{}'))
    for (const name of ['metadata.example', '127.0.0.1.nip.example', 'xn--rebinding.example']) {
      const { ask } = await start(t, (_, res) => res.end('{}'), {
        baseUrl: `http://${name}:${port}`,
        resolve: (_, __, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
      })
      await assert.rejects(ask(), isCode('upstream_unavailable', null))
    }
    assert.equal(connections(), 0)
  })

  test('a path cannot leave the host, and the path of the base address is kept', async (t) => {
    const urls: string[] = []
    const answer: RequestListener = (req, res) => {
      urls.push(req.url ?? '')
      res.writeHead(200, json).end('1')
    }
    const { host, port } = await start(t, answer)
    const signal = new AbortController().signal
    const ask = (path: string) => host.fetchJson({ route: 'x', path, read: Boolean }, signal)
    await assert.rejects(ask('//evil.example/x'), /leaves the host/)
    const mirror = await start(t, answer, { baseUrl: `http://127.0.0.1:${port}/mirror/` })
    await mirror.ask()
    assert.deepEqual(urls, ['/mirror/thing'])
  })

  test('statuses in the words of the service', async (t) => {
    for (const [status, code] of [
      [400, 'upstream_invalid_response'],
      [401, 'upstream_invalid_response'],
      [403, 'upstream_rate_limited'],
      [429, 'upstream_rate_limited'],
      [301, 'upstream_invalid_response'],
      [500, 'upstream_unavailable'],
      [502, 'upstream_unavailable'],
      [504, 'upstream_unavailable'],
    ] as const) {
      const { ask } = await start(t, (_, res) => res.writeHead(status, { location: 'http://10.0.0.1/' }).end('no'))
      await assert.rejects(ask(), isCode(code, status), String(status))
    }
    for (const status of [404, 204]) {
      const { ask, reports } = await start(t, (_, res) => res.writeHead(status).end())
      assert.equal(await ask(), null)
      assert.equal(reports[0]?.outcome, 'absent')
    }
  })

  test('an answer without content is absence only where the request says so, and no fault of the host', async (t) => {
    for (const answer of ['', 'Not found']) {
      const { host, ask, reports } = await start(t, (_, res) => res.writeHead(200, json).end(answer))
      for (let count = 0; count < 20; count++) await assert.rejects(ask(), isCode('upstream_invalid_response', 200))
      assert.deepEqual([reports.length, host.state().breaker], [20, 'closed'])
    }
    const { host } = await start(t, (req, res) => res.writeHead(req.url === '/none' ? 204 : 200, json).end())
    const signal = new AbortController().signal
    const absent = { statuses: [], emptyBody: true, value: 'nothing' }
    const request = { route: 'x', path: '/', read: String }
    assert.equal(await host.fetchJson({ ...request, absent }, signal), 'nothing')
    await assert.rejects(
      host.fetchJson({ ...request, path: '/none' }, signal),
      isCode('upstream_invalid_response', 204),
    )
  })

  test('a caller that leaves ends the call with its own reason, and is no failure of the host', async (t) => {
    const [asked, closed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const { ask, reports, host } = await start(t, (_, res) => {
      res.once('close', closed.resolve)
      asked.resolve()
    })
    const leaving = new AbortController()
    const answer = ask(leaving.signal)
    await asked.promise
    leaving.abort(new ServiceError('upstream_timeout', 'The client is gone.'))
    await assert.rejects(answer, /The client is gone/)
    await closed.promise
    assert.deepEqual([reports[0]?.outcome, host.state().inFlight], ['aborted', 0])
  })

  test('a second try waits as long as the source asks, if there is time', async (t) => {
    const at: number[] = []
    const { ask } = await start(t, (_, res) => {
      at.push(performance.now())
      if (at.length === 1) res.writeHead(503, { 'retry-after': '1' }).end()
      else res.writeHead(200, json).end('1')
    })
    assert.equal(await ask(), 1)
    assert.ok((at[1] as number) - (at[0] as number) >= 990)
    const patient = await start(t, (_, res) => res.writeHead(503, { 'retry-after': '60' }).end())
    await assert.rejects(patient.ask(), isCode('upstream_unavailable', 503))
    assert.equal(patient.reports.length, 1)
  })

  test('a call that was queued for long has its second try like any other', async (t) => {
    let answered = 0
    let nowMs = 0
    const { ask } = await start(
      t,
      (_, res) => {
        answered++
        // While the first call is answered, the second waits for its slot longer than a second try may come.
        if (answered === 1) nowMs += 5_000
        if (answered === 2) res.writeHead(503).end()
        else res.writeHead(200, json).end('1')
      },
      { concurrency: 1, steadyNow: () => nowMs },
    )
    assert.deepEqual(await Promise.all([ask(), ask()]), [1, 1])
    assert.equal(answered, 3)
  })

  test('a reader that trips is an answer that cannot be believed', async (t) => {
    const { host, reports } = await start(t, (_, res) => res.writeHead(200, json).end('null'))
    const read = (value: unknown) => (value as { x: { y: number } }).x.y
    await assert.rejects(
      host.fetchJson({ route: 'x', path: '/', read }, new AbortController().signal),
      isCode('upstream_invalid_response', 200),
    )
    assert.ok(reports[0]?.error?.cause instanceof TypeError)
  })

  test('Retry-After as seconds, as a date, or as nothing', () => {
    const now = Date.parse('2026-11-21T12:00:00Z')
    assert.equal(readRetryAfter('120', now), 120_000)
    assert.equal(readRetryAfter('Sat, 21 Nov 2026 12:00:30 GMT', now), 30_000)
    for (const nothing of [null, '', 'soon', '-5', '1e3', '1.5']) assert.equal(readRetryAfter(nothing, now), null)
  })
})
