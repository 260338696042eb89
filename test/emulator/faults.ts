import type { IncomingMessage, ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'

/** What an upstream may do to whoever asks it, apart from answering. */
export type Fault = `${keyof typeof faults}`

interface Case {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  /** The answer that would have been right. */
  readonly text: string
  /** The answer to the same question about something else. */
  readonly otherText: string
}

type Act = (given: Case) => void

const json = { 'content-type': 'application/json; charset=utf-8' }
const page = '<!doctype html><title>Access denied</title><p>Request unsuccessful.'
const htmlWith =
  (status: number, headers: Readonly<Record<string, string>> = {}): Act =>
  ({ res }) => {
    res.writeHead(status, { 'content-type': 'text/html', ...headers }).end(page)
  }
const answering =
  (write: (given: Case) => string): Act =>
  (given) => {
    given.res.writeHead(200, json).end(write(given))
  }

const amountKeys =
  '(?:market|lowest|highest|median|low|mid|high|directLow|shipping)Price|price|' +
  'lowestPriceWithShipping|(?:low|high)SalePrice(?:WithShipping)?'
const amounts = new RegExp(`"(${amountKeys})":(?:"[^"]*"|[^,}\\]]+)`, 'g')
const amountsAs = (literal: string) => answering(({ text }) => text.replace(amounts, `"$1":${literal}`))

let bomb: Buffer | undefined

const chunk = Buffer.alloc(100_000, 0x20)

/** Sends 200 million bytes, a little at a time, for as long as somebody reads. */
const pour = (res: ServerResponse) => {
  let sent = 0
  const next = () => {
    while (!res.destroyed && sent++ < 2_000) {
      if (!res.write(chunk)) {
        res.once('drain', next)
        return
      }
    }
    res.end()
  }
  next()
}

/** Every fault by name. `silent` holds the connection; the amounts are those that no honest answer holds. */
export const faults = {
  reset: ({ req }) => {
    req.socket.resetAndDestroy()
  },
  resetMiddle: ({ req, res, text }) => {
    res.writeHead(200, { ...json, 'content-length': String(Buffer.byteLength(text) + 10) })
    res.write(text.slice(0, Math.ceil(text.length / 2)), () => setTimeout(() => req.socket.resetAndDestroy(), 20))
  },
  silent: () => {},
  drip: ({ res, text }) => {
    res.writeHead(200, json)
    let at = 0
    const timer = setInterval(() => res.write(text[at++] ?? ' '), 1_000)
    res.once('close', () => clearInterval(timer))
  },
  429: htmlWith(429),
  '429RetryAfter': htmlWith(429, { 'retry-after': '2' }),
  403: htmlWith(403),
  500: htmlWith(500),
  503: htmlWith(503),
  html: htmlWith(200),
  cut: answering(({ text }) => text.slice(0, Math.max(1, Math.floor(text.length * 0.7)))),
  errors: answering(() => '{"errors":[{"code":"search-0001","message":"Something went wrong."}],"results":[]}'),
  problem: ({ res }) => {
    const problem = {
      type: 'about:blank',
      title: 'One or more validation errors occurred.',
      status: 400,
      traceId: '00-1',
    }
    res.writeHead(200, json).end(JSON.stringify(problem))
  },
  wrongSchema: answering(() => '{"unexpected":[1,2,3],"answer":"yes"}'),
  empty: answering(() => ''),
  huge: ({ res }) => {
    res.writeHead(200, json)
    pour(res)
  },
  gzipBomb: ({ res }) => {
    // Members of a gzip stream may follow each other: 10 MB of spaces, twenty times.
    bomb ??= gzipSync(Buffer.alloc(10_000_000, 0x20))
    res.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end(Buffer.concat(Array(20).fill(bomb)))
  },
  wrongLength: ({ req, res, text }) => {
    res.writeHead(200, { ...json, 'content-length': String(Buffer.byteLength(text) + 500) })
    res.write(text, () => req.socket.end())
  },
  redirect: ({ res }) => {
    res.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end()
  },
  otherProduct: answering(({ otherText }) => otherText),
  nan: amountsAs('NaN'),
  nanText: amountsAs('"NaN"'),
  overflow: amountsAs('1e309'),
  negative: amountsAs('-4.25'),
  foreign: answering(({ text }) => text.replace(amounts, '"currency":"EUR",$&')),
} as const satisfies Record<string, Act>

export const faultNames = Object.keys(faults) as readonly Fault[]

/** Acts out a fault instead of the right answer. */
export const actOut = (fault: Fault, given: Case): void => faults[fault](given)
