import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { listen } from './other-server.ts'

export interface Link {
  readonly bytesPerSecond: number
  readonly roundTripMs: number
}

/** What 3G is at its slowest, as WebPageTest and Lighthouse name it: 400 kbit/s and 400 ms. */
export const slow3g: Link = { bytesPerSecond: 50_000, roundTripMs: 400 }

/** Bytes that leave at once: what a packet holds. */
const packetBytes = 1_460

/** One direction that all connections share: what is sent waits until all before it has left, and then for its way. */
const createDirection = ({ bytesPerSecond, roundTripMs }: Link) => {
  let freeAtMs = 0
  const onTheirWay: (() => void)[] = []
  // Timers of a busy process end in another order than they were set in: each lets arrive what left first.
  const letFirstArrive = () => onTheirWay.shift()?.()
  return (length: number, arrive: () => void) => {
    freeAtMs = Math.max(freeAtMs, performance.now()) + (length / bytesPerSecond) * 1_000
    onTheirWay.push(arrive)
    setTimeout(letFirstArrive, freeAtMs + roundTripMs / 2 - performance.now())
  }
}

/**
 * A slow connection to an address: a port through which every byte goes as over a link of this width and length, and
 * which takes a round trip to connect to.
 * @returns the address by which the other is reached over it
 */
export const openSlowLink = async (
  t: { after: (done: () => void) => void },
  address: string,
  link: Link = slow3g,
): Promise<string> => {
  const { protocol, hostname, port } = new URL(address)
  const [up, down] = [createDirection(link), createDirection(link)]
  const sockets = new Set<Socket>()
  const join = (from: Socket, to: Socket, send: typeof up) => {
    sockets.add(from)
    from.on('data', (bytes: Buffer) => {
      for (let start = 0; start < bytes.length; start += packetBytes) {
        const packet = bytes.subarray(start, start + packetBytes)
        send(packet.length, () => to.writable && to.write(packet))
      }
    })
    from.on('error', () => to.destroy())
    from.once('close', () => {
      sockets.delete(from)
      send(0, () => to.end())
    })
  }
  const server = createServer(async (near) => {
    const far = connect(Number(port), hostname)
    far.setNoDelay()
    near.setNoDelay()
    near.pause()
    join(near, far, up)
    join(far, near, down)
    await delay(link.roundTripMs)
    near.resume()
  })
  t.after(() => {
    for (const socket of sockets) socket.destroy()
  })
  return `${protocol}//${hostname}:${await listen(t, server)}`
}
