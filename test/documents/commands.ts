import { spawnSync } from 'node:child_process'
import { type Fence, readFences } from './fences.ts'

/**
 * What a page asks for: a command of the shell, or a program made of one block or of several that continue each other.
 */
export interface Step {
  readonly kind: 'sh' | 'ts' | 'js' | 'python'
  /** The line of the page on which it begins, counted from 1. */
  readonly line: number
  readonly text: string
  /** Whether what serves is to be stopped before. */
  readonly isStopped?: true
}

const isWhole = (text: string): boolean => {
  if (/\\\n*$/.test(text)) return false
  // The shell warns of a here-document without its end, and fails on an open quote or brace.
  const { status, stderr } = spawnSync('bash', ['-n'], { input: text, encoding: 'utf8' })
  return status === 0 && stderr === ''
}

/** The commands of a block: its lines, those joined that are one command only together. */
const commandsOf = ({ text, line }: Fence): readonly Step[] => {
  const steps: Step[] = []
  let part = ''
  let first = line
  for (const [index, one] of text.split('\n').entries()) {
    if (part === '') first = line + index
    part += `${one}\n`
    if (/^(?:#.*)?$/.test(part.trim())) part = ''
    else if (isWhole(part)) {
      steps.push({ kind: 'sh', line: first, text: part.trimEnd() })
      part = ''
    }
  }
  return part.trim() === '' ? steps : [...steps, { kind: 'sh', line: first, text: part.trimEnd() }]
}

/**
 * A program begins with an import or a comment that says what it is; a block without an import continues the one
 * before.
 */
const continues = (fence: Fence, before: Step | undefined): before is Step =>
  before !== undefined && before.kind === fence.language && !/^(?:import|from) /m.test(fence.text)

/** Reads what a page asks its reader to run, in its order; a program stands where its last block does. */
export const readSteps = (page: string): readonly Step[] => {
  const steps: Step[] = []
  let program: Step | undefined
  for (const fence of readFences(page)) {
    if (fence.isShown) continue
    const { language: kind, line, text } = fence
    if (kind === 'sh')
      steps.push(
        ...commandsOf(fence).map((step, index) =>
          fence.isStopped && index === 0 ? { ...step, isStopped: true as const } : step,
        ),
      )
    if (kind !== 'ts' && kind !== 'js' && kind !== 'python') continue
    const joined: Step = continues(fence, program)
      ? { kind, line: program.line, text: `${program.text}\n${text}` }
      : { kind, line, text }
    if (program !== undefined && joined.line === program.line) steps.splice(steps.indexOf(program), 1)
    steps.push(joined)
    program = joined
  }
  return steps
}

const assignments = String.raw`(?:[A-Za-z_]\w*=\S*\s+)*`
const serving = [
  String.raw`npm (?:start|run (?:--silent |-s )?(?:dev|emulator))\b`,
  String.raw`(?:npx (?:-\S+ )*\S+|card-market|npm run (?:--silent |-s )?cli --|\S*\bnode \S+) serve\b`,
]
const servingPattern = new RegExp(`(?:^|&&|;)\\s*${assignments}(?:${serving.join('|')})(?!.*--help)`, 'm')

/** Whether a step goes on until it is ended, as a service does. */
export const isServing = ({ kind, text }: Step): boolean =>
  kind === 'sh' ? servingPattern.test(text) && !/&\s*$/.test(text) : /\.listen\(|\bserve\(/.test(text)

/** What a step serves; a second one of the same name takes the place of the first, as after Ctrl-C. */
export const servedName = ({ text, line, kind }: Step): string => {
  if (kind !== 'sh') return `program of line ${line}`
  return /\bemulator\b/.test(text) ? 'emulator' : `service on port ${/\bPORT=(\d+)/.exec(text)?.[1] ?? 8787}`
}

/** What the reader puts in the place of dots, by what came before on the page. */
export interface Placeholders {
  readonly key: string | null
  readonly account: string | null
}

/** Puts the reader's key for `cmd_…` and the account's id for `acc_…`. */
export const fillIn = (text: string, { key, account }: Placeholders): string =>
  text.replaceAll('cmd_…', key ?? 'cmd_…').replaceAll('acc_…', account ?? 'acc_…')

/** Reads from a command's output what later commands are given. */
export const readPrinted = (output: string, before: Placeholders): Placeholders => ({
  key: output.match(/\bcmd_[\w-]{20,}/)?.[0] ?? before.key,
  account: output.match(/\bacc_[\w-]{8,}/)?.[0] ?? before.account,
})
