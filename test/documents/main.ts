/**
 * Runs every command of the documents as their readers would, in an empty folder, on the oldest Node that is promised
 * and on the newest.
 *
 *   npm run test:documents -- [--node 20] [docs/questions.md …]
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { readSteps } from './commands.ts'
import { isListening } from './page-shell.ts'
import { type PageOutcome, runPage } from './run-page.ts'
import { createWorkspace, repository } from './workspace.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { node: { type: 'string', multiple: true, default: ['20', '26'] } },
})

/** The ports that the documents name: service, metrics and operator, emulator. */
const documentedPorts = [8787, 9464, 9205]
const portWaitMs = 120_000

const say = (text: string): void => void process.stdout.write(`${text}\n`)

const pagesWithSteps = (): readonly string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
    cwd: repository,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) =>
      /^(?:README|CONTRIBUTING|SECURITY|docs\/.*|examples\/.*|packages\/client\/README)(?:\.md)?$/.test(
        file.replace(/\.md$/, ''),
      ),
    )
    .filter(
      (file) =>
        existsSync(join(repository, file)) && readSteps(readFileSync(join(repository, file), 'utf8')).length > 0,
    )

const awaitPorts = async (): Promise<void> => {
  const untilMs = Date.now() + portWaitMs
  for (const port of documentedPorts) {
    if (await isListening(port)) say(`Port ${port}, which the documents name, is busy; waiting for it.`)
    while (await isListening(port)) {
      if (Date.now() > untilMs)
        throw new Error(`Port ${port} is busy. The documents name it, so nothing else may serve there meanwhile.`)
      await delay(500)
    }
  }
}

const report = (page: string, node: string, { steps, seconds, failures, leftovers }: PageOutcome): void => {
  const state = failures.length === 0 && leftovers.length === 0 ? 'ok' : 'FAILED'
  say(
    `${page.padEnd(34)} ${node.padEnd(10)} ${String(steps).padStart(3)} commands ` +
      `${seconds.toFixed(1).padStart(6)} s  ${state}`,
  )
  for (const { step, status, output } of failures) {
    say(`\n  ${page}:${step.line} ${status === null ? 'did not end in its time' : `ended with ${status}`}`)
    const tail = output.trimEnd().split('\n').slice(-30)
    say(
      [
        ...step.text
          .trimEnd()
          .split('\n')
          .map((line) => `  $ ${line}`),
        ...tail.map((line) => `    ${line.slice(0, 400)}`),
      ].join('\n'),
    )
    say('')
  }
  for (const command of leftovers) say(`  had to be killed: ${command}`)
}

const pages = positionals.length > 0 ? positionals : pagesWithSteps()
const folder = mkdtempSync(join(tmpdir(), 'card-market-documents-'))
// Ended from outside, it leaves nothing either: no process of a page, and no folder.
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
let [ran, failed] = [0, 0]
for (const version of values.node) {
  const own = join(folder, `node${version}`)
  mkdirSync(own)
  const startedMs = performance.now()
  const workspace = await createWorkspace(version, own).catch((error: unknown) => {
    if (process.env.CI === 'true') throw error
    const { message, stderr = '' } = error as Error & { readonly stderr?: string }
    say(`Node ${version} is skipped: it or the packages could not be installed. ${message.trim()} ${stderr.trim()}`)
    return null
  })
  if (workspace === null) continue
  say(`Node ${workspace.node}: cloned and installed in ${((performance.now() - startedMs) / 1_000).toFixed(0)} s.`)
  for (const page of pages) {
    await awaitPorts()
    const outcome = await runPage(page, workspace)
    report(page, workspace.node, outcome)
    ran += 1
    if (outcome.failures.length + outcome.leftovers.length > 0) failed += 1
  }
  rmSync(own, { recursive: true, force: true })
}
const end = ran === 0 ? 'Nothing was run.' : 'Every command of these pages ran.'
say(failed > 0 ? `${failed} of ${ran} runs of a page failed.` : end)
process.exitCode = failed === 0 ? 0 : 1
