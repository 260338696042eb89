import { once } from 'node:events'
import { createServer, type Server as HttpServer, type RequestListener } from 'node:http'
import type { AddressInfo, Server } from 'node:net'

interface Ends {
  readonly after: (done: () => void) => void
}

/** Lets a server listen on a free port until the test ends. @returns the port */
export const listen = async (t: Ends, server: Server): Promise<number> => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.after(() => {
    // Only a server of HTTP has it.
    const { closeAllConnections } = server as Partial<HttpServer>
    closeAllConnections?.call(server)
    server.close()
  })
  return (server.address() as AddressInfo).port
}

/** Starts a server that is not ours, a few lines long. @returns its address */
export const startOther = async (t: Ends, listener: RequestListener): Promise<string> =>
  `http://127.0.0.1:${await listen(t, createServer(listener))}`
