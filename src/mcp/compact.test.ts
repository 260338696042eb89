import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ImageIdentifyResult } from '../../packages/client/src/client.ts'
import { identificationEndpoints } from '../contract/identification.ts'
import { compactPhoto } from './compact.ts'

// The literal of the table is wider than what the client promises, and holds it: test/openapi.test.ts checks it.
const example = identificationEndpoints.identifyImage.example as unknown as ImageIdentifyResult
const box = { x: 10, y: 20, width: 630, height: 880 }

test('a photo of one card says how sure it is, in which language, and what to do', () => {
  const { advice, nameConfidence, printingConfidence, suggested, ...rest } = compactPhoto({ ...example, cards: [] }) as Record<
    string,
    unknown
  >
  assert.deepEqual([advice, nameConfidence, printingConfidence], ['take', 97, 91])
  assert.equal((suggested as { language: string }).language, 'English')
  assert.ok(!('askAPerson' in rest))
})

test('what is not to be taken asks a person', () => {
  const ocr = { ...example.ocr, advice: 'show_printings' as const }
  assert.equal((compactPhoto({ ...example, ocr, cards: [] }) as { askAPerson?: boolean }).askAPerson, true)
})

test('a photo of several cards gives each with its place and at most three candidates, and nothing twice', () => {
  const { ocr, identification } = example
  const [one] = identification?.candidates ?? []
  assert.ok(identification && one)
  const many = { ...identification, ambiguous: true, candidates: Array.from({ length: 12 }, () => one) }
  const answer = compactPhoto({
    ...example,
    cards: [
      { box, ocr, identification: many },
      { box, ocr: { ...ocr, advice: 'retry' }, identification: null },
    ],
  })
  assert.deepEqual(Object.keys(answer), ['cards'])
  const { cards } = answer as {
    cards: { box: number[]; advice: string; askAPerson?: boolean; candidates: unknown[]; ambiguous: boolean }[]
  }
  assert.deepEqual(
    cards.map((card) => [card.box, card.advice, card.askAPerson ?? false, card.ambiguous, card.candidates.length]),
    [
      [[10, 20, 630, 880], 'take', false, true, 3],
      [[10, 20, 630, 880], 'retry', true, false, 0],
    ],
  )
})
