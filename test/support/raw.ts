import { connect } from 'node:net'

/**
 * Silence is noticed by so many looks that find nothing new: a process that was held up finds what came meanwhile at
 * the next one.
 */
const silentLooks = 10
const patienceMs = 30_000

/**
 * Sends bytes to a local server as they stand and collects what comes back until it closes the connection, or `waitMs`
 * pass without any more. The first bytes may take a busy machine half a minute.
 */
export const sendRaw = (address: string, bytes: string | readonly string[], waitMs = 300): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(address)
    const socket = connect(Number(port), hostname)
    const chunks: Buffer[] = []
    const end = () => {
      clearInterval(looking)
      socket.destroy()
      resolve(Buffer.concat(chunks).toString('latin1'))
    }
    const fail = (error: Error) => {
      clearInterval(looking)
      reject(error)
    }
    const lookEveryMs = waitMs / silentLooks
    let looksLeft = silentLooks + patienceMs / lookEveryMs
    const looking = setInterval(() => {
      if (--looksLeft <= 0) end()
    }, lookEveryMs)
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      looksLeft = silentLooks
    })
    socket.on('end', end)
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' || error.code === 'EPIPE' ? end() : fail(error),
    )
    for (const part of [bytes].flat()) socket.write(part)
  })

/** Status and error code of the first answer in raw bytes. */
export const readRaw = (raw: string): { status: number; code: string | null; head: string } => {
  const [head = ''] = raw.split('\r\n\r\n')
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(raw)?.[1] ?? 0),
    code: /"code":"(\w+)"/.exec(raw)?.[1] ?? null,
    head: head.toLowerCase(),
  }
}
