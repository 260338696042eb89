import { type ParseArgsOptionDescriptor, parseArgs } from 'node:util'
import type { Environment } from '../app/configuration/config.ts'
import { escapeControls, hasControls } from '../cards/control-characters.ts'
import { dayMs, hourMs, minuteMs } from '../time/units.ts'
import { isDay } from '../time/utc-day.ts'
import { didYouMean, nearest } from './suggest.ts'
import { cutToWidth, textWidth } from './text-width.ts'

export interface CommandOutput {
  readonly out: (line: string) => void
  readonly err: (line: string) => void
  /** Writes to stderr as it stands, for what is drawn over: texts in it must be without control characters. */
  readonly draw: (text: string) => void
  /** Whether `out` goes to a terminal. */
  readonly isTerminal: boolean
  /** That terminal; `null` for a file or a pipe. */
  readonly screen: Screen | null
  /** The terminal that `err` and `draw` go to. */
  readonly errorScreen: Screen | null
}

/** A terminal; its size follows its window. */
export interface Screen {
  readonly columns: number
  /** Whether what stands there can be drawn over. */
  readonly canRedraw: boolean
}

export interface CommandContext {
  readonly env: Environment
  readonly output: CommandOutput
  readonly options: Readonly<Record<string, string | boolean | undefined>>
  readonly operands: readonly string[]
}

/** An option as `parseArgs` reads it, with what the help says of it. */
export interface CommandOption extends ParseArgsOptionDescriptor {
  /** What stands for its value in the help, such as `SECONDS`; missing for a switch. */
  readonly value?: string
  readonly help: string
}

export interface Command {
  /** Words that name it, such as `keys issue`. */
  readonly name: string
  /** Operands and options as the help shows them; missing where there are none. */
  readonly usage?: string
  readonly summary: string
  readonly options?: Readonly<Record<string, CommandOption>>
  /** It refuses --json, being no answer but a conversation. */
  readonly isWithoutJson?: boolean
  /** What each operand of `usage` is: it takes as many, or more of one that has `...` there. */
  readonly operandHelp?: Readonly<Record<string, string>>
  /** Lines that work as they stand, without the name of the program; each was run. */
  readonly examples?: readonly string[]
  /** @returns the document of `--json` and the lines for a person; `null` when the command has written for itself */
  readonly run: (context: CommandContext) => Promise<CommandResult | null>
}

/** A row of a table: on a terminal it is cut to the width of that. */
export interface TableRow {
  readonly row: string
}

export type Line = string | TableRow

export interface CommandResult {
  readonly json: unknown
  readonly lines: readonly Line[]
}

export const lineText = (line: Line, screen: Screen | null): string =>
  typeof line === 'string' ? line : screen === null ? line.row : cutToWidth(line.row, screen.columns)

/** Writes a result in the form that was chosen: one JSON document, or lines for a person. */
export const printResult = (
  { options, output }: Pick<CommandContext, 'options' | 'output'>,
  { json, lines }: CommandResult,
): void => {
  if (options.json) output.out(JSON.stringify(json))
  else for (const line of lines) output.out(lineText(line, output.screen))
}

/** The operator caused it or can act on it: its message says all. Any other error is a defect or of unknown cause. */
export interface OperatorError extends Error {
  /** 1 when the thing asked for failed, 2 for wrong usage or configuration. */
  readonly exitStatus: 1 | 2
}

export class UsageError extends Error {
  override readonly name = 'UsageError'
  readonly exitStatus = 2
}

/** A command did not reach what it is for; the message says why. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
  readonly exitStatus = 1
}

const commonOptions = {
  json: { type: 'boolean', help: 'print one JSON document on standard output' },
  verbose: { type: 'boolean', help: 'on failure also print the stack and the causes' },
  help: { type: 'boolean', short: 'h', help: 'show this help' },
} as const satisfies Command['options']

export const shownOptions = ({ options, isWithoutJson = false }: Command): Readonly<Record<string, CommandOption>> => {
  const { json, ...others } = commonOptions
  return { ...options, ...(isWithoutJson ? others : { json, ...others }) }
}

/** What `parseArgs` found wrong with the options, and what may have been meant. */
const explainOptions = (command: Command, error: unknown): string => {
  const { name } = command
  const { message, code } = error as NodeJS.ErrnoException
  const [, option = ''] = /'(--?[^' ]+)/.exec(message) ?? []
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
    const known = Object.keys(shownOptions(command)).map((one) => `--${one}`)
    const near = didYouMean(nearest(option, known))
    return `${name} has no option ${option}${near || `; ${name} --help lists them`}`
  }
  if (/ argument (?:missing|is ambiguous)/.test(message))
    return `${option} needs a value; one that begins with a dash is written ${option}=-5`
  return message.split(/\. |\n/)[0] as string
}

const maxOperands = 10_000

const operandRange = ({ usage = '', operandHelp = {} }: Command): readonly [min: number, max: number] => {
  const names = Object.keys(operandHelp)
  return [names.length, names.some((name) => usage.includes(`${name}...`)) ? maxOperands : names.length]
}

/** Parses the words behind a command's name. @throws UsageError naming the option or operand */
export const parseCommand = (command: Command, args: readonly string[]) => {
  const parsed = (() => {
    try {
      return parseArgs({
        args: [...args],
        options: { ...command.options, ...commonOptions },
        allowPositionals: true,
        strict: true,
      })
    } catch (error) {
      throw new UsageError(explainOptions(command, error))
    }
  })()
  const [min, max] = operandRange(command)
  const count = parsed.positionals.length
  const isHelp = parsed.values.help === true
  if (!isHelp && count < min) throw new UsageError(`${command.name} needs ${command.usage}`)
  if (!isHelp && count > max) {
    const surplus = parsed.positionals[max] as string
    const isAccount = surplus.startsWith('acc_') && command.options?.account !== undefined
    throw new UsageError(
      `${command.name} does not take "${surplus}"${isAccount ? didYouMean([`--account ${surplus}`]) : ''}`,
    )
  }
  return { options: parsed.values as CommandContext['options'], operands: parsed.positionals, isHelp }
}

export const required = (context: CommandContext, name: string): string => {
  const value = optional(context, name)?.trim()
  if (!value)
    throw new UsageError(`--${name} is required${name === 'account' ? '; "accounts list" shows the ids' : ''}`)
  return value
}

export const optional = ({ options }: CommandContext, name: string): string | null => {
  const value = options[name]
  if (typeof value === 'string' && hasControls(value))
    throw new UsageError(`--${name} must not hold control or direction characters`)
  return typeof value === 'string' ? value : null
}

/** A positive whole number given as an option, or `null`. */
export const positiveInteger = (context: CommandContext, name: string): number | null => {
  const value = optional(context, name)
  if (value === null) return null
  const number = /^[1-9]\d{0,15}$/.test(value) ? Number(value) : Number.NaN
  if (Number.isSafeInteger(number)) return number
  throw new UsageError(`--${name} must be a whole number from 1 to ${Number.MAX_SAFE_INTEGER}; it is "${value}"`)
}

/** A UTC day given as an option, or `null`. */
export const dayOption = (context: CommandContext, name: string): string | null => {
  const day = optional(context, name)?.trim() ?? null
  if (day === null || isDay(day)) return day
  throw new UsageError(`--${name} must be a UTC day such as 2026-10-31; it is "${day}"`)
}

const unitsMs = { s: 1_000, m: minuteMs, h: hourMs, d: dayMs } as const

/** A length of time such as `30d`, `24h`, `15m` or `0s`, in milliseconds; `null` when the text is none. */
export const durationMs = (text: string): number | null => {
  const match = /^(\d{1,6})([smhd])$/.exec(text)
  return match ? Number(match[1]) * unitsMs[match[2] as keyof typeof unitsMs] : null
}

/** An instant given as ISO 8601 or as a length of time from now. @throws UsageError */
export const futureInstant = (text: string, option: string, nowMs: number): string => {
  const length = durationMs(text)
  const isIso = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d))?$/.test(text)
  const ms = length !== null ? nowMs + length : isIso && isDay(text.slice(0, 10)) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(ms))
    throw new UsageError(`--${option} must be an ISO 8601 instant or a length such as 30d; it is "${text}"`)
  if (ms <= nowMs) throw new UsageError(`--${option} must lie in the future; it is "${text}"`)
  return new Date(ms).toISOString()
}

export const mebibytes = (bytes: number): string => `${(bytes / 1_048_576).toFixed(1)} MiB`

/** Rows as columns of text, the first row being the heads. */
export const formatTable = (rows: readonly (readonly (string | number | null)[])[]): readonly TableRow[] => {
  const cells = rows.map((row) => row.map((cell) => (cell === null ? '–' : escapeControls(String(cell)))))
  const widths = (cells[0] ?? []).map((_, column) => Math.max(...cells.map((row) => textWidth(row[column] ?? ''))))
  return cells.map((row) => ({
    row: row
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - textWidth(cell)))
      .join('  ')
      .trimEnd(),
  }))
}
