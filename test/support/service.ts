import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { Compile } from 'typebox/compile'
import type { AgreedAllowances } from '../../src/accounts/ports.ts'
import { compose, type Dependencies, type Service } from '../../src/app/composition/compose.ts'
import { openPhotoReader } from '../../src/app/composition/photo-reader.ts'
import { type Environment, readConfig } from '../../src/app/configuration/config.ts'
import { listen } from '../../src/app/lifecycle/listen.ts'
import { endpoints, type OperationId } from '../../src/contract/endpoints.ts'
import { errorTable } from '../../src/contract/errors.ts'
import type { PlanId } from '../../src/contract/plans.ts'
import type { RequestReport } from '../../src/http/wire/request-report.ts'
import { codesOf } from '../../src/openapi/operations.ts'
import { clockFromMinuteStart, tempFolder } from './temp.ts'

/** A reply with its body read and checked against the contract. */
export interface Reply {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  readonly body: any
}

/** A running service on a real socket, with a customer. */
export interface RunningService {
  readonly address: string
  readonly service: Service
  readonly key: string
  readonly keyId: string
  readonly accountId: string
  readonly reports: RequestReport[]
  /** What an operator is warned of: lines of the log, as JSON. */
  readonly warnings: readonly string[]
  /** Calls with the customer's key, unless other headers are given, and checks the reply against the contract. */
  readonly call: (target: string, init?: RequestInit & { key?: string | null }) => Promise<Reply>
  readonly issue: (
    agreed?: Partial<AgreedAllowances>,
    plan?: PlanId,
  ) => Promise<{ accountId: string; key: string; keyId: string }>
}

const patterns = Object.entries(endpoints).map(([operation, { method, path }]) => ({
  operation: operation as OperationId,
  method,
  pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}))

const validators = Object.fromEntries(
  Object.entries(endpoints).map(([operation, { response }]) => [operation, Compile(response)]),
)

/** The operation that a method and path belong to, if any. */
export const operationOf = (method: string, path: string): OperationId | null =>
  patterns.find((route) => route.method === (method === 'HEAD' ? 'GET' : method) && route.pattern.test(path))
    ?.operation ?? null

/**
 * Fails when a reply is not what the contract promises: every field there, none more, errors in their one form, with a
 * code that the endpoint lists and its status.
 */
export const checkReply = (method: string, target: string, status: number, headers: Headers, text: string): unknown => {
  assert.ok(headers.get('x-request-id'), `${target} without x-request-id`)
  assert.equal(headers.get('x-content-type-options'), 'nosniff')
  if (status === 304 || method === 'HEAD') {
    assert.equal(text, '')
    return null
  }
  if (!headers.get('content-type')?.startsWith('application/json')) return text
  const body: unknown = JSON.parse(text)
  const operation = operationOf(method, target.split('?')[0] as string)
  if (status >= 400 && !target.startsWith('/readyz')) {
    const { error, ...rest } = body as { error: { code: keyof typeof errorTable; message: string; requestId: string } }
    assert.deepEqual(Object.keys(rest), [])
    assert.deepEqual(Object.keys(error).sort(), ['code', 'message', 'requestId'])
    assert.equal(error.requestId, headers.get('x-request-id'))
    assert.equal(headers.get('link'), `</docs#error-${error.code}>; rel="help"`)
    assert.equal(errorTable[error.code]?.status, status, `${error.code} with ${status}`)
    assert.ok(error.message.length > 0)
    if (operation)
      assert.ok(codesOf(endpoints[operation]).includes(error.code), `${operation} does not list ${error.code}`)
    return body
  }
  const validator = operation && validators[operation]
  if (validator) assert.ok(validator.Check(body), `${target}: ${JSON.stringify(validator.Errors(body).slice(0, 3))}`)
  return body
}

/**
 * Starts the real service on the sandbox with a database in a temporary folder. `now` replaces its clock, which runs
 * from the start of the present minute; it is the steady clock too, unless that is given.
 */
export const startService = async (
  t: { after: (done: () => Promise<void> | void) => void },
  {
    env = {},
    now = clockFromMinuteStart(),
    steadyNow = now,
    plan = 'scale',
    ...replaced
  }: {
    readonly env?: Environment
    readonly now?: () => number
    readonly steadyNow?: () => number
    readonly plan?: PlanId
  } & Pick<Dependencies, 'limits' | 'loopNow' | 'tlsCheckMs'> = {},
): Promise<RunningService> => {
  const config = await readConfig({ DATA_DIR: tempFolder(t), METRICS_PORT: '0', OCR_WORKERS: '0', ...env })
  const reports: RequestReport[] = []
  const warnings: string[] = []
  let address = ''
  const { pino } = await import('pino')
  const log = {
    logger: pino({ level: 'warn' }, { write: (line: string) => void warnings.push(line) }),
    request: (report: RequestReport) => void reports.push(report),
    flush: async () => {},
    dropped: () => 0,
  }
  const service = await compose(config, {
    ...{ log, now, steadyNow, publicUrl: () => config.publicUrl ?? address },
    // A busy machine may take longer than the contract allows; what happens then is tested with a reader by itself.
    openPhotoReader: (settings, logger) => openPhotoReader(settings, logger, 60_000),
    ...replaced,
  })
  address = await listen(service.api.server, { host: '127.0.0.1', port: 0, protocol: 'http' })
  t.after(async () => {
    service.api.server.closeAllConnections()
    await new Promise((resolve) => service.api.server.close(resolve))
    await service.close()
  })
  const issue: RunningService['issue'] = async (agreed = {}, onPlan = plan) => {
    const allowances = { requestsPerMinute: null, monthlyRequests: null, activeKeys: null, ...agreed }
    const { id } = await service.accounts.create({ name: 'Card shop', plan: onPlan, agreed: allowances })
    const { key, keyId } = await service.accounts.issueKey({ accountId: id, label: null, expiresAt: null })
    return { accountId: id, key, keyId }
  }
  const customer = await issue({ requestsPerMinute: 1_000_000, monthlyRequests: 10_000_000 })
  return {
    address,
    service,
    ...customer,
    reports,
    warnings,
    issue,
    call: async (target, { key = customer.key, ...init } = {}) => {
      const method = init.method ?? 'GET'
      const headers = new Headers(init.headers)
      if (key !== null && !headers.has('authorization')) headers.set('authorization', `Bearer ${key}`)
      const response = await fetch(address + target, { redirect: 'manual', ...init, headers })
      const body = checkReply(method, target, response.status, response.headers, await response.text())
      return { status: response.status, headers: response.headers, body }
    },
  }
}

/**
 * Starts something once for all tests of a `describe`, and ends it after the last. @returns what was started, to be
 * asked for within a test
 */
export const useOnce = <T>(start: (t: Parameters<typeof startService>[0]) => Promise<T>): (() => T) => {
  const endings: (() => Promise<void> | void)[] = []
  let started: T
  before(async () => {
    started = await start({ after: (done) => void endings.push(done) })
  })
  after(async () => {
    for (const end of endings.reverse()) await end()
  })
  return () => started
}

/** Starts one service for all tests of a `describe`. */
export const useService = (options?: Parameters<typeof startService>[1]): (() => RunningService) =>
  useOnce((t) => startService(t, options))
