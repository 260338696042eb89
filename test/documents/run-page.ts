import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fillIn, isServing, type Placeholders, readPrinted, readSteps, type Step, servedName } from './commands.ts'
import { type Outcome, openPageShell, type PageShell } from './page-shell.ts'
import type { Workspace } from './workspace.ts'

/** A step that did not do what the page says. */
export interface Failure extends Outcome {
  readonly step: Step
}

/** What came of a page. */
export interface PageOutcome {
  readonly steps: number
  readonly seconds: number
  readonly failures: readonly Failure[]
  /** Processes that had to be killed. */
  readonly leftovers: readonly string[]
}

const usesService = ({ kind, text }: Step): boolean =>
  kind !== 'sh' || /cmd_…|\bcurl |\bcli -- |\bcard-market /.test(text)

/** A page that calls a service, or looks into its data, before it starts one is for readers who have one. */
const needsService = (steps: readonly Step[]): boolean => {
  const first = steps.find((step) => usesService(step) || isServing(step))
  return first !== undefined && !isServing(first)
}

const service: Step = { kind: 'sh', line: 0, text: 'npm start' }

/** The compiler's options for a program of a page: as strict as an app's may be. */
const compile = '--strict --target es2022 --module nodenext --skipLibCheck --types node'

/** Writes a program into the app's folder. @returns the line that runs it */
const programLine = ({ kind, text }: Step, { app, clone }: Workspace, key: string | null): string => {
  const file = { ts: 'page.mts', js: 'page.mjs', python: 'page.py' }[kind as 'ts' | 'js' | 'python']
  writeFileSync(join(app, file), text)
  const env = `cd '${app}' && KEY='${key ?? ''}' CARD_MARKET_KEY='${key ?? ''}' PYTHONPATH='${clone}/examples/python'`
  if (kind === 'python') return `( ${env} python3 page.py )`
  const compiler = `node '${clone}/node_modules/typescript/bin/tsc' ${compile} page.mts`
  return kind === 'ts' ? `( cd '${app}' && ${compiler} && ${env} node page.mjs )` : `( ${env} node page.mjs )`
}

const listeningPort = (text: string): number | null => Number(/\.listen\((\d+)/.exec(text)?.[1] ?? 0) || null

/** A machine that does much else reads no photo in time; the answer says so, and costs nothing. */
const attempts = 5

const runUnlessBusy = async (shell: PageShell, text: string): Promise<Outcome> => {
  for (let count = 1; ; count++) {
    const outcome = await shell.run(text)
    if (outcome.status === 0 || count === attempts || !outcome.output.includes('service_busy')) return outcome
  }
}

/** Runs every step of a page in its order, as its reader would. */
export const runPage = async (file: string, workspace: Workspace): Promise<PageOutcome> => {
  const startedMs = performance.now()
  await workspace.reset()
  const steps = readSteps(readFileSync(join(workspace.clone, file), 'utf8'))
  const notes = mkdtempSync(join(workspace.app, '../notes-'))
  const shell: PageShell = openPageShell(workspace.clone, workspace.env, notes)
  const failures: Failure[] = []
  let known: Placeholders = { key: null, account: null }
  for (const step of needsService(steps) ? [service, ...steps] : steps) {
    const text = step.kind === 'sh' ? fillIn(step.text, known) : programLine(step, workspace, known.key)
    const serves = isServing(step)
    if (step.isStopped) await shell.stop()
    const outcome = serves
      ? await shell.serve(servedName(step), text, step.kind === 'sh' ? null : listeningPort(step.text))
      : await runUnlessBusy(shell, text)
    const printed = readPrinted(outcome.output, known)
    // The key of a start stays the reader's when later commands issue others.
    known = { ...printed, key: serves ? printed.key : (known.key ?? printed.key) }
    if (outcome.status !== 0) failures.push({ step, ...outcome })
  }
  const leftovers = await shell.end()
  rmSync(notes, { recursive: true })
  return { steps: steps.length, seconds: (performance.now() - startedMs) / 1_000, failures, leftovers }
}
