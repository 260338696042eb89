import type { Socket } from 'node:net'
import { ServiceError } from '../../contract/errors.ts'
import type { Exchange } from './exchange.ts'

/**
 * The network that an address belongs to: of IPv6 the 64 bits that one customer of a provider has at least. The text is
 * one of the operating system's, so that the same network is always written alike but for zeros at its end.
 */
export const networkOf = (address: string): string => {
  if (!address.includes(':') || address.startsWith('::ffff:')) return address
  const [beforeZeros = ''] = address.split('::')
  return `${beforeZeros
    .split(':')
    .slice(0, 4)
    .join(':')
    .replace(/(:0)+$/, '')}::`
}

/** What the parser takes for a piece of a body, which no turn measures. */
const pieceMs = 0.002

/** Who is asking on a connection, as far as is known without a key. */
export const peerOf = (socket: Socket) => ({ id: networkOf(socket.remoteAddress ?? ''), connection: socket })

/**
 * Waits for the turn of a request that nobody is charged for, the first time that it is called for it.
 * @param accountId whose request it is, where that is known
 * @throws ServiceError `service_busy` when it took too long, or what the request is refused for meanwhile
 */
export const takeTurn = async (exchange: Exchange, accountId?: string, seemsCharged?: boolean): Promise<void> => {
  const { req, res, queue, pending } = exchange
  if (exchange.turn) return
  const peer = peerOf(req.socket)
  const principal = accountId === undefined ? peer : { ...peer, id: accountId }
  exchange.turn = await queue.turn(principal, { seemsCharged, unmeasuredMs: () => pending.pieces * pieceMs })
  if (pending.refusal) throw pending.refusal
  // Nothing is done or charged for a client that has gone meanwhile.
  if (exchange.turn.isLate || res.destroyed)
    throw new ServiceError('service_busy', 'Too many requests that cost nothing are waiting; try again in a moment.', {
      retryAfterSeconds: 1,
    })
}
