import type { Static, TObject } from 'typebox'
import Type from 'typebox'
import { type CallArguments, fieldsTaker } from '../contract/calls.ts'
import type { CallStep } from '../contract/endpoint.ts'
import { endpoints, type OperationId } from '../contract/endpoints.ts'
import { type CheckArguments, createArgumentCheck, type ListRule } from './check-arguments.ts'
import type { OfferedKind } from './offered.ts'
import { inputShown, inToolWords, outputShown, type ShownSchema } from './shown-schema.ts'
import type { ToolAnswer, ToolClient } from './tool-client.ts'

export interface ToolCall {
  readonly client: ToolClient
  readonly signal: AbortSignal
  /** Tells the agent what its call is at, where it wants to know. */
  readonly onStep: (step: CallStep) => void
}

/** What code may only read, however deep. */
export type Immutable<T> = { readonly [K in keyof T]: Immutable<T[K]> }

export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: ShownSchema
  readonly outputSchema: ShownSchema
  /** What it cannot do without; `null` where it has always something to answer. */
  readonly kind: OfferedKind | null
  /** What is wrong with the arguments, before anything is asked or spent. */
  readonly check: CheckArguments
  readonly run: (call: ToolCall, input: CallArguments) => Promise<ToolAnswer<object>>
}

interface ToolTerms<Input extends TObject, Output extends TObject> {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly kind?: OfferedKind
  readonly input: Input
  /**
   * Arguments of which one at least must be there, and what they may hold together. It stands in the description and
   * not as `anyOf` in the schema: a model's interface that refuses `anyOf` at the top level of a tool refuses every
   * call of an agent that was given one.
   */
  readonly needsOneOf?: ListRule & { readonly names: readonly (keyof Static<Input> & string)[] }
  readonly output: Output
  readonly costs?: 'nothing' | 'one request'
  readonly run: (call: ToolCall, input: Static<Input>) => Promise<ToolAnswer<Immutable<Static<Output>>>>
}

const window = Type.Union([Type.Integer(), Type.Null()])

/** Beside every answer that cost a request. */
const requestsLeft = Type.Optional(Type.Object({ minute: window, month: window }))

export const defineTool = <Input extends TObject, Output extends TObject>({
  name,
  title,
  description,
  kind,
  input,
  needsOneOf,
  output,
  costs = 'one request',
  run,
}: ToolTerms<Input, Output>): Tool => {
  const inputSchema = inputShown(input)
  const takeFields = fieldsTaker(input)
  return {
    name,
    title,
    description: `${inToolWords(description)} Costs ${costs}.`,
    inputSchema,
    outputSchema: outputShown(Type.Object({ ...output.properties, requestsLeft })),
    kind: kind ?? null,
    check: createArgumentCheck(inputSchema, needsOneOf),
    // Checked by the schema that the type is of.
    run: (call, given) => run(call, takeFields(given) as Static<Input>),
  }
}

export const contractTextOf = (operationId: OperationId) => {
  const { summary, description } = endpoints[operationId]
  return { title: summary, description }
}
