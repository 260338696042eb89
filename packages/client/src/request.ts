import { type Operations, operations } from './operations.ts'

/** Target and contents of a request. */
export interface ApiRequest {
  readonly method: string
  /** Path with its parameters in place. */
  readonly path: string
  readonly query: readonly (readonly [name: string, value: string])[]
  readonly hasKey: boolean
  readonly body: Readonly<Record<string, unknown>> | null
  /** Whether the answer is a text instead of JSON. */
  readonly answersText?: boolean
}

/** Puts each part of an input where its operation wants it. */
export const requestOf = (operationId: keyof Operations, input: Readonly<Record<string, unknown>>): ApiRequest => {
  const { method, path, hasKey, params, query, body } = operations[operationId]
  const given = (names: readonly string[]) => names.filter((name) => input[name] !== undefined)
  return {
    method,
    path: params.reduce<string>((at, name) => at.replace(`{${name}}`, encodeURIComponent(String(input[name]))), path),
    query: given(query).map((name) => [name, String(input[name])]),
    hasKey,
    body: method === 'POST' ? Object.fromEntries(given(body).map((name) => [name, input[name]])) : null,
  }
}

/** Path and query of a request, percent-encoded. */
export const targetOf = ({ path, query }: Pick<ApiRequest, 'path' | 'query'>): string => {
  const search = new URLSearchParams(query.map(([name, value]) => [name, value])).toString()
  return search === '' ? path : `${path}?${search.replaceAll('+', '%20')}`
}
