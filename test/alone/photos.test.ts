import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { type TestContext, test } from 'node:test'
import { findSlowness } from '../support/machine-speed.ts'
import { createOddPictures } from '../support/odd-pictures.ts'
import { drawCard, encode } from '../support/photos/drawn.ts'
import { type Finding, lineOf } from '../support/photos/finding.ts'
import { proveFirstPicture } from '../support/photos/first-picture.ts'
import { bodyOf } from '../support/photos/mutate.ts'
import { createWorkspace, startProvedService } from '../support/photos/proved-service.ts'
import { proveSaturation } from '../support/photos/saturation.ts'

const openWorkspace = async (t: { after: (done: () => void) => void }) => {
  const workspace = await createWorkspace()
  t.after(() => rmSync(workspace.folder, { recursive: true, force: true }))
  return workspace
}

test('each bad picture is refused within 100 ms, and memory stays flat', async (t) => {
  const service = await startProvedService(await openWorkspace(t))
  t.after(service.stop)
  await service.post(bodyOf(await encode(drawCard(0, 250), 'image/png')))
  const bad = (await createOddPictures()).filter(({ code }) => code !== null)
  // What is garbage goes first: flat is what stays.
  const heldMb = async () => {
    await service.order('collect')
    return service.residentMb().now
  }
  // Other work on the machine only adds to a time, so each picture counts by its best round; the first rounds meet code
  // that was not compiled yet, and buffers that were not there.
  const bestMs = new Map<string, number>()
  let atFirst = 0
  for (let round = 0; round < 6; round++) {
    for (const { name, code, imageDataUrl } of bad) {
      const answer = await service.post(Buffer.from(JSON.stringify({ imageDataUrl })))
      assert.equal(answer.code, code, name)
      bestMs.set(name, Math.min(answer.ms, bestMs.get(name) ?? Number.POSITIVE_INFINITY))
    }
    if (round === 1) atFirst = await heldMb()
  }
  const [slowest, slowestMs] = [...bestMs].reduce((a, b) => (b[1] > a[1] ? b : a))
  const grownMb = (await heldMb()) - atFirst
  t.diagnostic(`slowest ${slowestMs.toFixed(1)} ms (${slowest}), ${grownMb.toFixed(0)} MB more after four rounds`)
  assert.ok(slowestMs <= 100 && grownMb <= 50)
})

/** A finding that is only late counts by the best of up to so many runs. */
const maxRuns = 3

const assertFindings = async (t: TestContext, prove: () => Promise<readonly Finding[]>) => {
  const failing = new Map<string, string>()
  for (let run = 0; run === 0 || (failing.size > 0 && run < maxRuns); run++)
    for (const finding of await prove()) {
      t.diagnostic(lineOf(finding))
      assert.ok(finding.isKept || finding.isOnlyLate, lineOf(finding))
      if (finding.isKept) failing.delete(finding.what)
      else if (run === 0) failing.set(finding.what, lineOf(finding))
    }
  assert.deepEqual([...failing.values()], [])
}

test('the first picture has its reader within 1.5 s, and a worker that died is replaced within 2 s', async (t) => {
  const workspace = await openWorkspace(t)
  const slowness = await findSlowness()
  await assertFindings(t, () => proveFirstPicture(workspace, slowness))
})

test('beside more photos than can be read a cached GET has a p99 of 50 ms; no work blocks longer', async (t) => {
  const workspace = await openWorkspace(t)
  const service = await startProvedService(workspace)
  t.after(service.stop)
  // The clients share the cores here, so what the loop waits for a processor is printed only; `npm run prove:photos`
  // counts it, and goes on for longer.
  await assertFindings(t, () => proveSaturation(service, workspace, 1, ({ workMs }) => workMs, 5))
})
