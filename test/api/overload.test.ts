import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listen } from '../../src/app/lifecycle/listen.ts'
import { textPage } from '../../src/http/api/pages.ts'
import { createServicePages } from '../../src/http/api/service-pages.ts'
import { httpLimits } from '../../src/http/wire/limits.ts'
import type { RequestReport } from '../../src/http/wire/request-report.ts'
import { createApiServer } from '../../src/http/wire/server.ts'
import { checkReply } from '../support/service.ts'

test('a call above the limit is 503 at once, uncharged and logged, while health answers', async (t) => {
  const reports: RequestReport[] = []
  const work = Promise.withResolvers<void>()
  const slow = textPage('slow', '/slow', async () => {
    await work.promise
    return { type: 'text/plain', text: 'done' }
  })
  const { server, running, isIdle } = createApiServer({
    routes: [
      slow,
      ...createServicePages({ isReady: async () => true, capabilities: () => assert.fail('nobody asks') }),
    ],
    report: (report) => reports.push(report),
    onDefect: assert.ifError,
    tls: null,
    limits: { ...httpLimits, callsInFlight: 2 },
  })
  const address = await listen(server, { host: '127.0.0.1', port: 0, protocol: 'http' })
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const call = async (target: string) => {
    const { status, headers, body } = await fetch(address + target).then(async (reply) => ({
      status: reply.status,
      headers: reply.headers,
      body: checkReply('GET', target, reply.status, reply.headers, await reply.text()),
    }))
    return { status, retryAfter: headers.get('retry-after'), body }
  }
  const served = [call('/slow'), call('/slow')]
  while (running() < 2) await new Promise((resolve) => setTimeout(resolve, 5))

  const refused = await call('/slow')
  assert.deepEqual([refused.status, refused.retryAfter], [503, '1'])
  assert.equal((refused.body as { error: { code: string } }).error.code, 'service_busy')
  const { status, code, operation, accountId, error } = reports.at(-1) as RequestReport
  assert.deepEqual([status, code, operation, accountId, error], [503, 'service_busy', null, null, null])
  assert.deepEqual([(await call('/healthz')).status, (await call('/readyz')).status], [200, 200])

  work.resolve()
  assert.deepEqual(
    (await Promise.all(served)).map((reply) => reply.status),
    [200, 200],
  )
  assert.equal((await call('/slow')).status, 200)
  while (!isIdle()) await new Promise((resolve) => setTimeout(resolve, 5))
})
