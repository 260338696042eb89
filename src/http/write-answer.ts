import { STATUS_CODES } from 'node:http'
import type { Turn } from './turn.ts'

/** How long a connection may be idle until it is closed, as its client is told. */
export const keepAliveMs = 65_000
const keepAliveLines = `Connection: keep-alive\r\nKeep-Alive: timeout=${keepAliveMs / 1000}\r\n\r\n`

let dateSecond = 0
let dateLine = ''

/** The `Date` header, made once a second. */
const dateOf = (nowMs: number): string => {
  const second = Math.floor(nowMs / 1000)
  if (second !== dateSecond) {
    dateSecond = second
    dateLine = `Date: ${new Date(nowMs).toUTCString()}\r\n`
  }
  return dateLine
}

/** Whether an answer is one that `writeAnswer` may write: any whose connection goes on as usual behind it. */
export const isPlain = ({ req, res, expectsContinue }: Turn): boolean =>
  res.shouldKeepAlive && req.httpVersionMinor === 1 && !expectsContinue && req.method !== 'HEAD' && res.socket?.writable === true

/**
 * Writes head and body as one string, byte for byte what node:http would write: to check and put together a head of a dozen fields anew for each answer takes node:http a sixth of
 * all that a cached answer takes. The names and values must be fit for a head, as nothing is checked here. node:http learns that the answer is on its way by the event that it
 * waits for itself, and goes on with the next request of the connection.
 */
export const writeAnswer = (turn: Turn, status: number, headers: readonly string[], body: string): void => {
  const { res } = turn
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`
  for (let i = 0; i < headers.length; i += 2) head += `${headers[i]}: ${headers[i + 1]}\r\n`
  res.statusCode = status
  turn.written = 'begun'
  res.socket?.write(`${head}${dateOf(Date.now())}${keepAliveLines}${body}`, 'latin1', (error) => {
    if (error) return
    turn.written = 'taken'
    res.emit('finish')
  })
}
