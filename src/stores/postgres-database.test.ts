import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { listen } from '../../test/support/other-server.ts'
import { openConnections } from './postgres-database.ts'

const message = (type: string, body: Buffer | string) => {
  const content = Buffer.from(body)
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeInt32BE(content.length + 4, 1)
  return Buffer.concat([head, content])
}

test('a connection that is cut in the packet which opens it fails its caller, not the process', async (t) => {
  const authenticated = message('R', Buffer.alloc(4))
  const ready = message('Z', 'I')
  const cut = message('E', 'SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0')
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => socket.end(Buffer.concat([authenticated, ready, cut])))
  })
  const port = await listen(t, server)
  const connections = openConnections(`postgres://anyone@127.0.0.1:${port}/any`, { max: 1 })
  t.after(() => connections.end())
  for (let attempt = 0; attempt < 3; attempt++)
    await assert.rejects(connections.query('select 1', []), { code: 'access_store_unavailable' })
})
