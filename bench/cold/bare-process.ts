/** Bare node:http in a process of its own: what a round trip costs here, whatever is answered. Sends its address to the process that started it. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** As long as most answers of identify. */
const body = 'x'.repeat(2_048)

const server = createServer((_, res) => {
  res.writeHead(200, { 'content-type': 'text/plain', 'content-length': body.length })
  res.end(body)
})
process.on('disconnect', () => process.exit())
server.listen(0, '127.0.0.1', () => process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
