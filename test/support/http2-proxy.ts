import { request } from 'node:http'
import { createSecureServer } from 'node:http2'
import { listen } from './other-server.ts'

/** What belongs to a connection and not to an answer: HTTP/2 forbids it. */
const ofConnection = ['connection', 'keep-alive', 'transfer-encoding', 'upgrade']

/**
 * What stands before the service in an installation: speaks HTTP/2 over TLS with browsers, and HTTP/1.1 with the
 * service.
 * @returns its address
 */
export const openHttp2Proxy = async (
  t: { after: (done: () => void) => void },
  address: string,
  certificate: { readonly cert: string; readonly key: string },
): Promise<string> => {
  const server = createSecureServer(certificate, (req, res) => {
    const headers = Object.entries(req.headers).filter(([name]) => !name.startsWith(':'))
    const forwarded = request(
      new URL(req.url, address),
      { method: req.method, headers: Object.fromEntries(headers) },
      (answer) => {
        const kept = Object.entries(answer.headers).filter(([name]) => !ofConnection.includes(name))
        res.writeHead(answer.statusCode ?? 502, Object.fromEntries(kept))
        answer.pipe(res)
      },
    )
    forwarded.on('error', () => res.stream?.close())
    req.pipe(forwarded)
  })
  return `https://127.0.0.1:${await listen(t, server)}`
}
