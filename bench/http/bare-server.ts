/**
 * The bench's measure of the possible: bare node:http that answers one fixed price body with the same headers, after
 * looking a key up by its SHA-256 and counting minute and month in memory. Started as a process of its own: `node
 * bench/http/bare-server.ts KEY BODY_FILE WORKERS`; prints its port. Workers count each for itself.
 */
import cluster from 'node:cluster'
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const [key = '', bodyFile = '', workers = '1'] = process.argv.slice(2)
const body = readFileSync(bodyFile)
const accounts = new Map([[hash('sha256', key, 'hex'), { id: 'bench', perMinute: 100_000_000, perMonth: 900_000_000 }]])
const used = new Map<string, number>()

const take = (window: string, limit: number): number => {
  const count = (used.get(window) ?? 0) + 1
  used.set(window, count)
  return limit - count
}

const server = createServer((req, res) => {
  const token = req.headers.authorization?.slice(7) ?? ''
  const account = accounts.get(hash('sha256', token, 'hex'))
  if (!account || !req.url?.startsWith('/v1/products/')) {
    res.writeHead(401).end()
    return
  }
  const now = new Date().toISOString()
  const minute = take(`${account.id}:${now.slice(0, 16)}`, account.perMinute)
  const month = take(`${account.id}:${now.slice(0, 7)}`, account.perMonth)
  res.writeHead(200, {
    'x-request-id': crypto.randomUUID(),
    'x-content-type-options': 'nosniff',
    'x-ratelimit-remaining': minute,
    'x-monthly-remaining': month,
    'ratelimit-policy': '"minute";q=100000000;w=60, "month";q=900000000',
    ratelimit: `"minute";r=${minute};t=30, "month";r=${month};t=86400`,
    'cache-control': 'private, max-age=60',
    'content-type': 'application/json; charset=utf-8',
    etag: 'W/"bench"',
    vary: 'accept-encoding',
    'content-length': body.length,
  })
  res.end(body)
})

const tell = (port: number | undefined): void => void process.stdout.write(`${port}\n`)

if (workers !== '1' && cluster.isPrimary) {
  let listening = 0
  cluster.on('listening', (_, { port }) => {
    if (++listening === Number(workers)) tell(port)
  })
  for (let worker = 0; worker < Number(workers); worker++) cluster.fork()
} else
  server.listen(0, '127.0.0.1', () => {
    if (cluster.isPrimary) tell((server.address() as AddressInfo).port)
  })
