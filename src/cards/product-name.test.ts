import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startProcessorTimer } from '../../test/support/processor-time.ts'
import { readProductName } from './product-name.ts'

test('parts the name on the card from what the catalogue added', () => {
  for (const [name, base, qualifier] of [
    ['Altaria - XY46 (Prerelease) [Staff]', 'altaria', 'prerelease staff'],
    ['Regieleki - 060/203', 'regieleki', ''],
    ['Combee - 2016 (Jesper Eriksen)', 'combee', 'jesper eriksen 2016'],
    ['Gigalith 53/98 (Prerelease) [Staff]', 'gigalith', 'prerelease staff'],
    ['Electivire- 43/147 (#32 Pikachu Stamped)', 'electivire', '32 pikachu stamped'],
    ['Darkrai & Cresselia Legend - 99/102 & 100/102', 'darkrai and cresselia legend', ''],
    ['Sylveon — 040/131 (Pokemon Day)', 'sylveon', 'pokemon day'],
    ['Victory Medal - 2008-2009 (Battle Road Spring)', 'victory medal', 'battle road spring 2008 2009'],
    ['Machine King - 3000 B.C.', 'machine king 3000 b c', ''],
    ['Stitch - Experiment 626', 'stitch experiment 626', ''],
    ['Bonding - H2O', 'bonding h2o', ''],
    ['Ursula - Sea Witch', 'ursula sea witch', ''],
    ['(Unnamed)', 'unnamed', ''],
  ] as const) {
    const read = readProductName(name)
    assert.deepEqual([read.base, read.qualifier], [base, qualifier])
  }
})

test('takes linear time on whatever a catalogue may hold', () => {
  const runs = [' ', '- ', ' -', ' 1/', '1/1 ', '(', '[(', '([', '- 1 & ', '1', '(a) ', '- 1 &         ']
  for (const run of runs) {
    const spentMs = startProcessorTimer()
    for (const name of [`a${run.repeat(100_000 / run.length)}x`, `a - 1${run.repeat(100_000 / run.length)}`])
      readProductName(name)
    // Quadratic, it would take a minute and more.
    assert.ok(spentMs() < 3_000, JSON.stringify(run))
  }
})
