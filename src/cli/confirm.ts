import { createInterface } from 'node:readline/promises'
import { escapeControls } from '../cards/control-characters.ts'
import { type CommandContext, CommandError, UsageError } from './command.ts'

export interface Confirmation {
  /** What happens, such as `deletes account acc_… and its 2 keys`. */
  readonly what: string
  /** What a person types to agree. */
  readonly expected: string
  /** Whether a script must say `--yes`, as nobody can be asked. */
  readonly isRequired: boolean
}

/** Where a person is asked; the question goes where results do not. */
export interface Conversation {
  readonly input: NodeJS.ReadableStream
  readonly output: NodeJS.WritableStream
}

export const yesOption = { yes: { type: 'boolean', help: 'do not ask' } } as const

/** Lets a person who is at the terminal type what is at stake. @throws CommandError unless it was typed */
export const askFor = async ({ what, expected }: Confirmation, { input, output }: Conversation): Promise<void> => {
  const lines = createInterface({ input, output })
  const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')))
  try {
    const typed = await Promise.race([
      lines.question(escapeControls(`This ${what}. Type ${expected} to go on: `)),
      ended,
    ])
    if (typed.trim() !== expected) throw new CommandError('Nothing was changed: the answer was another.')
  } finally {
    lines.close()
  }
}

/** Goes on with `--yes` or the consent of a person. @throws UsageError where nobody can be asked and it is needed */
export const confirm = async ({ options, output }: CommandContext, confirmation: Confirmation): Promise<void> => {
  if (options.yes === true) return
  if (output.isTerminal && process.stdin.isTTY)
    return askFor(confirmation, { input: process.stdin, output: process.stderr })
  if (confirmation.isRequired)
    throw new UsageError(`this ${confirmation.what}; where nobody can be asked it needs --yes`)
}
