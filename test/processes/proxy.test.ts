import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { Agent, request } from 'node:https'
import { text } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startFleet } from '../support/fleet.ts'
import { callThrough, startHaproxy, withoutHaproxy } from '../support/haproxy.ts'
import { type ServerProcess, startServer } from '../support/process.ts'
import { freePort } from '../support/servers.ts'
import { tempFolder } from '../support/temp.ts'

describe('the service behind the deployed HAProxy', { skip: withoutHaproxy }, () => {
  test('the configuration without TLS is one that HAProxy takes', () => {
    const files = ['haproxy.cfg', 'http.cfg'].flatMap((file) => [
      '-f',
      fileURLToPath(new URL(`../../deploy/haproxy/${file}`, import.meta.url)),
    ])
    const { status, stdout, stderr } = spawnSync('haproxy', ['-c', ...files], { encoding: 'utf8' })
    assert.equal(status, 0, stdout + stderr)
    // That the names of the processes lead nowhere here is all it has to say.
    assert.deepEqual(
      stderr.split('\n').filter((line) => line.includes('[WARNING]') && !line.includes('could not resolve')),
      [],
    )
  })

  test('TLS in front, whole bodies, one address for all, and no restart that a caller notices', async (t) => {
    const env = { DATA_DIR: tempFolder(t), LOG_LEVEL: 'error' }
    const ports = [await freePort(), await freePort()] as const
    const { members, issue } = await startFleet(t, {
      env,
      processes: 2,
      envOf: (index) => ({ PORT: String(ports[index]) }),
    })
    const proxy = await startHaproxy(t, ports)
    const { key } = await issue()
    const authorization = `Bearer ${key}`
    let ca = proxy.cert
    const untilReady = async () => {
      for (let attempt = 0; ; attempt++) {
        const { status } = await callThrough(`${proxy.address}/readyz`, { ca }).catch(() => ({ status: 0 }))
        if (status === 200) return
        assert.ok(attempt < 600, `not ready through the proxy: ${status}`)
        await delay(50)
      }
    }
    await untilReady()

    await t.test('a call without TLS is led to the address with it', async () => {
      const { status, headers } = await callThrough(`${proxy.insecure}/docs`, {})
      assert.equal(status, 308)
      assert.match(String(headers.location), /^https:\/\/localhost.*\/docs$/)
    })

    await t.test('HTTPS answers, and says how long browsers are to insist on it', async () => {
      const { status, headers } = await callThrough(`${proxy.address}/v1/usage`, { ca, headers: { authorization } })
      assert.equal(status, 200)
      assert.equal(headers['strict-transport-security'], 'max-age=300')
    })

    await t.test(
      'the longest body passes, and one byte more is refused by the service and not by the proxy',
      async () => {
        const send = (bytes: number) => {
          const rest = `{"image":"data:image/png;base64,${'A'.repeat(64)}","note":"`
          const body = `${rest}${' '.repeat(bytes - rest.length - 2)}"}`
          const headers = { authorization, 'content-type': 'application/json', 'content-length': String(bytes) }
          return callThrough(`${proxy.address}/v1/identify-image`, { ca, method: 'POST', headers, body })
        }
        const codeOf = ({ body }: { body: string }) => (JSON.parse(body) as { error: { code: string } }).error.code
        const longest = await send(8_912_896)
        // Read to its end: what is wrong with it is not its length.
        assert.notEqual(codeOf(longest), 'image_too_large', longest.body)
        assert.match(longest.body, /requestId/)
        assert.equal(codeOf(await send(8_912_897)), 'image_too_large')
      },
    )

    await t.test('both processes are restarted under load, and every call is answered with 200', async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 16, ca })
      const statuses = new Map<number | string, number>()
      let isOver = false
      const call = (turn: number) =>
        new Promise<number | string>((resolve, reject) => {
          const method = turn % 4 === 0 ? 'POST' : 'GET'
          const path = method === 'POST' ? '/v1/prices' : '/v1/usage'
          const headers = { authorization, 'content-type': 'application/json' }
          request(`${proxy.address}${path}`, { agent, method, headers }, (res) => {
            text(res).then(
              (body) => resolve(res.statusCode === 200 ? 200 : `${res.statusCode} ${body.slice(0, 120)}`),
              reject,
            )
          })
            .on('error', reject)
            .end(method === 'POST' ? JSON.stringify({ productIds: [101, 102] }) : undefined)
        })
      const client = async () => {
        for (let turn = 0; !isOver; turn++) {
          const status = await call(turn).catch((error: Error) => error.message)
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
        }
      }
      // One that has not passed its first check is down for the proxy after a single one that fails.
      await Promise.all([proxy.untilUp('api-1'), proxy.untilUp('api-2')])
      const clients = Array.from({ length: 16 }, client)
      try {
        for (const [index, port] of ports.entries()) {
          await (members[index] as ServerProcess).kill('SIGTERM')
          members[index] = await startServer({ ...env, PORT: String(port) })
          await proxy.untilUp(`api-${index + 1}`)
        }
      } finally {
        isOver = true
        await Promise.all(clients)
        agent.destroy()
      }
      assert.deepEqual([...statuses.keys()], [200], JSON.stringify([...statuses]))
      t.diagnostic(`${statuses.get(200)} calls while both were restarted, each answered with 200`)
    })

    await t.test('while no process is ready, the proxy answers in the form of the API', async () => {
      proxy.clearLog()
      await Promise.all(members.map(({ kill }) => kill('SIGTERM')))
      await proxy.untilSaid(/backend api has no server available/)
      const { status, headers, body } = await callThrough(`${proxy.address}/v1/usage`, {
        ca,
        headers: { authorization },
      })
      assert.deepEqual([status, headers['retry-after'], headers['content-type']], [503, '1', 'application/json'])
      const { error } = JSON.parse(body) as { error: { code: string; requestId: string } }
      assert.equal(error.code, 'service_unavailable')
      assert.match(error.requestId, /^[\w-]{36}$/)
      for (const [index, port] of ports.entries()) members[index] = await startServer({ ...env, PORT: String(port) })
      await untilReady()
    })

    await t.test('a renewed certificate is taken up without a call that fails', async () => {
      ca = proxy.replaceCertificate()
      proxy.clearLog()
      proxy.reload()
      await proxy.untilSaid(/Loading success/)
      await untilReady()
    })
  })
})
