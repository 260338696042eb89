/**
 * `npm run prove:photos`: what the reader of photos promises, proved on the real service in a process of its own, over
 * HTTP and loopback. A line for each promise; ends with 1 when one is missed. `--seed 1` makes the same pictures again,
 * `--mutations 500` fewer of them, `--first 1234 --mutations 1` a single one; `--only mutations,load` runs some parts.
 */
import { rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type Finding, lineOf } from '../../test/support/photos/finding.ts'
import { proveFirstPicture } from '../../test/support/photos/first-picture.ts'
import { readPhotos } from '../../test/support/photos/labelled.ts'
import {
  createWorkspace,
  type ProvedService,
  startProvedService,
  type Workspace,
} from '../../test/support/photos/proved-service.ts'
import { proveSaturation } from '../../test/support/photos/saturation.ts'
import { proveMutations } from './mutations.ts'
import { proveSameAnswer } from './same-answer.ts'
import { proveNoTraces } from './traces.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    mutations: { type: 'string', default: '5000' },
    first: { type: 'string', default: '0' },
    only: { type: 'string', default: 'start,traces,same,load,mutations' },
  },
})
const seed = Number(values.seed)
const print = (line: string): boolean => process.stdout.write(`${line}\n`)
const plan = { count: Number(values.mutations), first: Number(values.first), seed }

const onOneService =
  (prove: (service: ProvedService, workspace: Workspace) => Promise<Finding[]>) =>
  async (workspace: Workspace): Promise<Finding[]> => {
    const service = await startProvedService(workspace)
    try {
      return await prove(service, workspace)
    } finally {
      await service.stop()
    }
  }

const parts: Record<string, (workspace: Workspace) => Promise<Finding[]>> = {
  start: proveFirstPicture,
  traces: onOneService((service, workspace) => proveNoTraces(service, workspace, seed)),
  same: onOneService((service) => proveSameAnswer(service, seed)),
  load: onOneService((service, workspace) => proveSaturation(service, workspace, seed)),
  mutations: onOneService((service) => proveMutations(service, plan, print)),
}

print(
  `seed ${seed}, node ${process.version}` +
    `${readPhotos().length === 0 ? '; the labelled photos are absent, drawn cards take their place' : ''}`,
)
const workspace = await createWorkspace()
process.once('exit', () => rmSync(workspace.folder, { recursive: true, force: true }))
// Stopped from outside, it takes its service and its folder with it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
let missed = 0
for (const name of values.only.split(',')) {
  const prove = parts[name]
  if (!prove) throw new Error(`There is no part ${name}; there are ${Object.keys(parts).join(', ')}.`)
  for (const finding of await prove(workspace)) {
    print(lineOf(finding))
    if (!finding.isKept) missed++
  }
}
print(missed === 0 ? 'Every promise is kept.' : `${missed} missed.`)
process.exitCode = missed === 0 ? 0 : 1
