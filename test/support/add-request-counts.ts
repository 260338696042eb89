/**
 * A process that adds request counts to a store until it is killed: `add-request-counts.ts WRITER`, with the store's
 * environment.
 */
import { readConfig } from '../../src/app/configuration/config.ts'
import { openStore } from '../../src/stores/open-store.ts'

const writer = process.argv[2] ?? 'w'
const { requestCounts } = await openStore(await readConfig(process.env), Date.now)
process.stdout.write('adding\n')
for (let sequence = 1; ; sequence++) {
  const counts = Array.from({ length: 45 }, (_, i) => ({
    day: `2026-11-${String(1 + (sequence % 28)).padStart(2, '0')}`,
    accountId: `acc_${i % 3}`,
    keyId: `key_${i % 9}`,
    operation: i % 2 ? 'getPrices' : 'identify',
    outcome: 'refused' as const,
    code: `code_${i % 5}`,
    requests: 1,
  }))
  await requestCounts.add({ writer, sequence, counts })
}
