import { connect } from 'node:net'

export interface ReadAnswer {
  readonly status: number
  /** From the write of the request to the last byte of the answer. */
  readonly ms: number
  readonly body: Buffer
}

/** One connection to a service, which is kept: beside the answer itself, a call costs its client one write and one read. */
export interface KeptConnection {
  /** Asks by GET, or by POST when there is a body, one call at a time. `headers` are whole lines. */
  readonly ask: (
    target: string,
    options?: { readonly headers?: readonly string[]; readonly body?: unknown },
  ) => Promise<ReadAnswer>
  readonly close: () => void
}

const headEnd = Buffer.from('\r\n\r\n')

/** Opens a connection on which every request bears the key. Every answer must say its length, as ours do. */
export const openKeptConnection = async (address: string, key: string): Promise<KeptConnection> => {
  const { hostname, port, host } = new URL(address)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))

  const readAnswer = (target: string, startedMs: number): Promise<ReadAnswer> =>
    new Promise((resolve, reject) => {
      let received: Buffer = Buffer.alloc(0)
      let bodyAt = -1
      let endsAt = Number.POSITIVE_INFINITY
      const onClose = () => reject(new Error(`${target}: the service closed the connection`))
      const onData = (chunk: Buffer) => {
        received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
        if (bodyAt < 0) {
          const headLength = received.indexOf(headEnd)
          if (headLength < 0) return
          bodyAt = headLength + headEnd.length
          endsAt = bodyAt + Number(/\r\ncontent-length: (\d+)/i.exec(received.toString('latin1', 0, headLength))?.[1])
        }
        if (received.length < endsAt) return
        socket.off('data', onData).off('close', onClose)
        const status = Number(received.toString('latin1', 9, 12))
        resolve({ status, ms: performance.now() - startedMs, body: received.subarray(bodyAt) })
      }
      socket.on('data', onData).on('close', onClose)
    })

  return {
    ask: (target, { headers = [], body } = {}) => {
      const json = body === undefined ? '' : JSON.stringify(body)
      const ofBody = body === undefined ? [] : ['content-type: application/json', `content-length: ${Buffer.byteLength(json)}`]
      const lines = [
        `${body === undefined ? 'GET' : 'POST'} ${target} HTTP/1.1`,
        `host: ${host}`,
        `authorization: Bearer ${key}`,
        ...ofBody,
        ...headers,
      ]
      const startedMs = performance.now()
      socket.write(`${lines.join('\r\n')}\r\n\r\n${json}`)
      return readAnswer(target, startedMs)
    },
    close: () => socket.destroy(),
  }
}
