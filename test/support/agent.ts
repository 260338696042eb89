import assert from 'node:assert/strict'
import { fileURLToPath } from 'node:url'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import type { RunningService, startService } from './service.ts'

type Context = Parameters<typeof startService>[0]

const cli = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))

/** What was called with a key. */
export const spentOn = ({ reports }: Pick<RunningService, 'reports'>) =>
  reports.map(({ operation }) => operation).filter((operation) => ![null, 'capabilities', 'mcp'].includes(operation))

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

/** An agent connected as any MCP host connects, with the official client; every answer is held against the schema that it was shown. */
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
  const validators = new Map(tools.map(({ name, outputSchema }) => [name, Compile(closedSchema(outputSchema) as TSchema)]))
  const call = async (name: string, input: Record<string, unknown> = {}): Promise<ToolReply> => {
    const { content, isError, structuredContent, _meta } = await agent.callTool({ name, arguments: input })
    const [{ text = '' } = {}] = content as { text?: string }[]
    assert.doesNotMatch(text, isError ? / {2}/ : /^$/, 'no double spaces')
    if (isError) {
      const failure = _meta?.['card-market/error'] as { code: string } | undefined
      return { text, isFailed: true, answer: null, code: failure?.code ?? null }
    }
    const validator = validators.get(name)
    assert.ok(validator?.Check(structuredContent), `${name}: ${JSON.stringify(validator?.Errors(structuredContent).slice(0, 3))}`)
    assert.deepEqual(JSON.parse(text), structuredContent, 'a host that reads only text reads the same')
    return { text, isFailed: false, answer: structuredContent, code: null }
  }
  return { agent, tools, call }
}
