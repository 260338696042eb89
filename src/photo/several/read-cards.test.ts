import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { sharedFolder } from '../../../test/support/photos/labelled.ts'
import { decode } from '../image/decode.ts'
import { openLexicon, packLexicon } from '../match/lexicon.ts'
import { loadModels } from '../model/models.ts'
import { readCard } from '../read-card.ts'

const shared = sharedFolder()
const skip = shared === null && 'the labelled photos in ../shared are not here'

test('a page is read as long as there is time, and what is left is told unread in its place', { skip }, async () => {
  const names = ['Pikachu', 'Dratini'].map((name, i) => ({ name, number: ['025/165', '147/165'][i] ?? null }))
  const parts = { models: await loadModels(1), lexicon: openLexicon(packLexicon(names)) }
  const picture = await decode(readFileSync(`${shared}/photos-pages/multi-pk-desk-2.jpg`))
  const told = async (leftMs: number) => {
    const { cards, cardsOmitted } = await readCard({ ...parts, leftMs: () => leftMs }, picture)
    return [cards.map(({ card }) => card.name), cards.map(({ box }) => box.width > 300), cardsOmitted]
  }
  assert.deepEqual(await told(9_000), [['Pikachu', 'Dratini'], [true, true], 0])
  assert.deepEqual(await told(500), [[null, null], [true, true], 0])
})
