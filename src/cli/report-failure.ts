import { inspect } from 'node:util'
import { ConfigError } from '../app/configuration/config.ts'
import { ServiceError } from '../contract/errors.ts'
import { fullDiskMessage } from '../files/full-disk.ts'
import { type OperatorError, UsageError } from './command.ts'

/** What `--json` writes on standard error when a command fails. */
export interface FailureDocument {
  readonly error: {
    /** `usage`, `configuration`, an error code of the API, or `null` where the message alone says it. */
    readonly code: string | null
    readonly message: string
    readonly exitStatus: number
    readonly problems?: readonly string[]
    readonly stack?: string
  }
}

const isOperatorError = (error: unknown): error is OperatorError => error instanceof Error && 'exitStatus' in error

/** What went wrong in one line, with the cause where the message of ours says little. */
const explain = (error: unknown, folder: string): string => {
  if (!(error instanceof Error)) return String(error)
  // Where a command says of which file it was, nothing is to be guessed.
  const isTold = /disk (?:is full|has no room)/.test(error.message)
  const full = isTold && isOperatorError(error) ? null : fullDiskMessage(error, folder)
  if (full !== null) return full
  if (isOperatorError(error)) return error.message
  if (error instanceof ServiceError)
    return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message
  return `${error.name}: ${error.message} (--verbose shows where)`
}

const codeOf = (error: unknown): string | null => {
  if (error instanceof UsageError) return 'usage'
  if (error instanceof ConfigError) return 'configuration'
  return error instanceof ServiceError ? error.code : null
}

interface FailureOptions {
  readonly isJson: boolean
  readonly isVerbose: boolean
  /** Where the database and its files lie. */
  readonly folder: string
}

/** Writes what went wrong on standard error, in lines or as one JSON document. @returns the exit status */
export const reportFailure = (
  error: unknown,
  err: (line: string) => void,
  { isJson, isVerbose, folder }: FailureOptions,
): number => {
  const exitStatus = isOperatorError(error) ? error.exitStatus : 1
  const lines = error instanceof ConfigError ? error.problems : [explain(error, folder).replaceAll('\n', ' ')]
  if (isJson) {
    const problems = error instanceof ConfigError ? { problems: error.problems } : {}
    const stack = isVerbose ? { stack: inspect(error) } : {}
    const document: FailureDocument = {
      error: { code: codeOf(error), message: lines.join(' '), exitStatus, ...problems, ...stack },
    }
    err(JSON.stringify(document))
    return exitStatus
  }
  for (const line of lines) err(line)
  if (isVerbose) err(inspect(error))
  return exitStatus
}
