/**
 * `npm run bench:cold`: what is asked for the first time, at an emulated live source of set speed and pace: snapshots against their slowest section, and batches of a hundred
 * against the least that the pace allows. `snapshot` or `batch` measures one of them. Loopback only; ends what it started. Exits with 1 when a target is missed.
 */
import { measureBatches } from './batch.ts'
import { measureSnapshots } from './snapshot.ts'

const parts = { snapshot: measureSnapshots, batch: measureBatches } as const
const wanted = process.argv.slice(2)

for (const [name, measure] of Object.entries(parts)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  if (!(await measure())) process.exitCode = 1
}
