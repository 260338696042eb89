import { pino } from 'pino'
import { ServiceError } from '../contract/errors.ts'

/** An error as the log has it; with its stack where that says more than its message. */
export interface DescribedError {
  readonly type: string
  readonly message: string
  readonly code?: string
  readonly stack?: string
}

const codeOf = (error: Error): string | undefined => {
  const { code } = error as NodeJS.ErrnoException
  return typeof code === 'string' ? code : undefined
}

/** What was tried in vain, such as both addresses of a name, has no message of its own. */
const messageOf = (error: Error): string =>
  error.message === '' && error instanceof AggregateError ? error.errors.map(messageOf).join(', ') : error.message

const messagesOf = (error: Error): readonly string[] => [
  messageOf(error),
  ...(error.cause instanceof Error ? messagesOf(error.cause) : []),
]

/**
 * An outage in one line: what failed, and why. A stack would show the same places of this program for each of the
 * thousand calls that meet it.
 */
export const describeOutage = (error: unknown): DescribedError => {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) }
  const code = codeOf(error)
  const message = messagesOf(error).join(': ').replaceAll(/\s+/g, ' ').replaceAll('.: ', ': ')
  return { type: error.name, message, ...(code === undefined ? {} : { code }) }
}

/**
 * Whether an error comes from outside: one of our own codes, an exit status that an operator is told, or the code of a
 * system, a driver or a database. What the language throws is a defect, whatever code it bears.
 */
const isOutage = (error: Error): boolean => {
  if (error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError) return false
  if (error instanceof ServiceError) return error.code !== 'internal_error'
  return codeOf(error) !== undefined || 'exitStatus' in error
}

/** An outage in one line, a defect with its stack; what is described already stays as it is. */
export const describeError = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error
  return isOutage(error) ? describeOutage(error) : pino.stdSerializers.err(error)
}
