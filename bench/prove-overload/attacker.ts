/**
 * Clients that send the same request again as soon as it is answered, and connect again when they are cut off, in a
 * process of its own. Reads an `AttackOrder`, prints an `AttackResult` when its time is over (`order.ts`).
 */
import { connect } from 'node:net'
import { readOrder } from './order.ts'

export interface AttackOrder {
  readonly port: number
  /** The bytes of the request. */
  readonly request: string
  readonly connections: number
  readonly seconds: number
}

export interface AttackResult {
  /** Answers by status; `closed` are connections that ended without one. */
  readonly byStatus: Readonly<Record<string, number>>
}

const { port, request, connections, seconds } = readOrder<AttackOrder>()
const isHead = request.startsWith('HEAD ')
const byStatus: Record<string, number> = {}
const count = (status: string) => {
  byStatus[status] = (byStatus[status] ?? 0) + 1
}

/** Whether what came is an answer to its end. */
const isWhole = (answer: string): boolean => {
  const headEnds = answer.indexOf('\r\n\r\n')
  if (headEnds < 0) return false
  const head = answer.slice(0, headEnds)
  if (isHead || /^HTTP\/1\.1 (204|304)/.test(head)) return true
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  return length === undefined ? answer.endsWith('\r\n0\r\n\r\n') : answer.length >= headEnds + 4 + Number(length)
}

const attack = () => {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  let answer = ''
  const send = () => {
    answer = ''
    socket.write(request)
  }
  socket.setEncoding('latin1')
  socket.once('connect', send)
  socket.on('data', (part) => {
    answer += part
    if (!isWhole(answer)) return
    count(answer.slice(9, 12))
    if (/\r\nconnection: close/i.test(answer)) socket.end()
    else send()
  })
  socket.on('error', () => {})
  socket.once('close', () => {
    if (answer === '') count('closed')
    attack()
  })
}

for (let at = 0; at < connections; at++) attack()
setTimeout(() => {
  process.stdout.write(`${JSON.stringify({ byStatus } satisfies AttackResult)}\n`, () => process.exit(0))
}, seconds * 1000)
