import assert from 'node:assert/strict'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { type RunningService, type startService, useService } from './service.ts'

type Context = Parameters<typeof startService>[0]

const cli = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))

/** What was called with a key. */
export const spentOn = ({ reports }: Pick<RunningService, 'reports'>) =>
  reports.map(({ operation }) => operation).filter((operation) => ![null, 'capabilities', 'mcp'].includes(operation))

/** A call of a tool as a message of the protocol. */
export const toolCall = (name: string, input: object, id = 1) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: input },
})

export const headersOf = (key: string) => ({
  authorization: `Bearer ${key}`,
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
})

/** Sends a text as a message. */
export const postMessage = ({ address, key }: Pick<RunningService, 'address' | 'key'>, body: string, headers = {}) =>
  fetch(`${address}/mcp`, { method: 'POST', headers: { ...headersOf(key), ...headers }, body })

/** A shown schema that lets no further field through, so that what is answered beside it is noticed. */
export const closedSchema = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(closedSchema)
  if (typeof schema !== 'object' || schema === null) return schema
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closedSchema(value)]))
  return 'properties' in inner ? { ...inner, additionalProperties: false } : inner
}

/** What a tool answered. */
export interface ToolReply {
  readonly text: string
  readonly isFailed: boolean
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly answer: any
  /** Code of a failure. */
  readonly code: string | null
}

export const transports = ['stdio', 'http'] as const

/**
 * An agent connected as any MCP host connects, with the official client; every answer is held against the schema that
 * it was shown.
 */
export const connectAgent = async (
  t: Context,
  { address, key }: Pick<RunningService, 'address' | 'key'>,
  {
    transport = 'stdio',
    mode = 'legacy',
    env = {},
    cwd,
  }: {
    readonly transport?: (typeof transports)[number]
    readonly mode?: 'legacy' | 'auto'
    readonly env?: Record<string, string>
    readonly cwd?: string
  } = {},
) => {
  const agent = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } })
  const settings = { PATH: process.env.PATH ?? '', CARD_MARKET_URL: address, CARD_MARKET_KEY: key, ...env }
  const requestInit = { headers: { authorization: `Bearer ${key}` } }
  const stdio = { command: process.execPath, args: [cli, 'mcp'], env: settings, stderr: 'inherit' as const }
  await agent.connect(
    transport === 'http'
      ? new StreamableHTTPClientTransport(new URL('/mcp', address), { requestInit })
      : new StdioClientTransport(cwd === undefined ? stdio : { ...stdio, cwd }),
  )
  t.after(() => agent.close())
  const { tools } = await agent.listTools()
  const validators = new Map(
    tools.map(({ name, outputSchema }) => [name, Compile(closedSchema(outputSchema) as TSchema)]),
  )
  const call = async (name: string, input: Record<string, unknown> = {}): Promise<ToolReply> => {
    const { content, isError, structuredContent, _meta } = await agent.callTool({ name, arguments: input })
    const [{ text = '' } = {}] = content as { text?: string }[]
    assert.doesNotMatch(text, isError ? / {2}/ : /^$/, 'no double spaces')
    if (isError) {
      const failure = _meta?.['card-market/error'] as { code: string } | undefined
      return { text, isFailed: true, answer: null, code: failure?.code ?? null }
    }
    const validator = validators.get(name)
    assert.ok(
      validator?.Check(structuredContent),
      `${name}: ${JSON.stringify(validator?.Errors(structuredContent).slice(0, 3))}`,
    )
    assert.deepEqual(JSON.parse(text), structuredContent, 'a host that reads only text reads the same')
    return { text, isFailed: false, answer: structuredContent, code: null }
  }
  return { agent, tools, call }
}

/** One service for all tests of a file, and its agents, each of which is connected once. */
export const useAgents = (options?: Parameters<typeof startService>[1]) => {
  const running = useService(options)
  const agents = new Map<string, ReturnType<typeof connectAgent>>()
  const endings: (() => Promise<void> | void)[] = []
  after(async () => {
    for (const end of endings) await end()
  })
  return {
    /** The service, whose reports begin anew. */
    running: (): RunningService => {
      const service = running()
      service.reports.length = 0
      return service
    },
    connect: (terms: Pick<NonNullable<Parameters<typeof connectAgent>[2]>, 'transport' | 'mode'> = {}) => {
      const name = JSON.stringify(terms)
      const agent = agents.get(name) ?? connectAgent({ after: (end) => void endings.push(end) }, running(), terms)
      agents.set(name, agent)
      return agent
    },
  }
}
