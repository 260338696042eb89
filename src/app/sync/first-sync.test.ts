import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptySyncRecord } from '../../market/sync-ledger.ts'
import { showFirstSync } from './first-sync.ts'
import type { MarketSync } from './market-sync.ts'

const syncWith = (lastBuild: string | null): MarketSync => ({
  record: () => ({ ...emptySyncRecord, lastBuild }),
  start: () => {},
  close: async () => {},
})

const shown = (isTerminal: boolean, lastBuild: string | null): readonly string[] => {
  const lines: string[] = []
  const show = showFirstSync({ out: (line) => void lines.push(line), isTerminal }, syncWith(lastBuild))
  show({ kind: 'progress', step: 'sets', done: 3, total: 217, name: 'Jungle' })
  show({ kind: 'progress', step: 'sets', done: 4, total: 217, name: 'Fossil' })
  show({ kind: 'progress', step: 'catalogue', done: 1, total: 1, name: '' })
  return lines
}

test('the first sync alone shows its progress and its end, on a terminal alone', () => {
  assert.deepEqual(shown(true, null).slice(2), [
    '  3 of 217 sets  Jungle',
    '  The first sync has ended: prices and catalogue are there.',
  ])
  assert.deepEqual(shown(false, null), [])
  assert.deepEqual(shown(true, '2026-11-20T20:05:33.000Z'), [])
})
