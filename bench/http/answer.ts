import { get } from 'node:http'

/** An answer as it came: names of headers in lower case. */
export interface Answer {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
}

/** Asks as the load generator does: node:http adds no header of its own that would change the answer. */
export const ask = (url: string, key: string): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const request = get(url, { headers: { authorization: `Bearer ${key}` } }, async (response) => {
      try {
        const chunks: Buffer[] = []
        for await (const chunk of response) chunks.push(chunk)
        const headers = new Map(Object.entries(response.headers).map(([name, value]) => [name, String(value)]))
        resolve({ status: response.statusCode as number, headers, body: Buffer.concat(chunks).toString() })
      } catch (error) {
        reject(error)
      }
    })
    request.on('error', reject)
  })

/** nginx names itself, which only a further module can prevent. */
const tolerated = new Set(['server'])
const namesOf = ({ headers }: Answer): string =>
  [...headers.keys()]
    .filter((name) => !tolerated.has(name))
    .sort()
    .join(' ')

/** Two services have fetched the same prices at different instants. */
const withoutInstants = ({ body }: Answer): string => body.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'INSTANT')

/**
 * In what an answer differs from the one that everybody is to give; `null` when in nothing but values of headers and
 * instants.
 */
export const differenceOf = (answer: Answer, expected: Answer): string | null => {
  if (answer.status !== expected.status) return `status ${answer.status} instead of ${expected.status}`
  if (namesOf(answer) !== namesOf(expected)) return `headers ${namesOf(answer)} instead of ${namesOf(expected)}`
  if (withoutInstants(answer) !== withoutInstants(expected)) return 'another body'
  return null
}
