import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { foldLetters } from '../cards/fold.ts'
import { meaningOfNickname, nicknames, nicknamesOfPrintings, spellOutPrintings } from './nicknames.ts'

test('every nickname stands once, and there are at most a hundred', () => {
  const all = [...nicknames, ...nicknamesOfPrintings].map(([nickname]) => foldLetters(nickname))
  assert.equal(new Set(all).size, all.length)
  assert.ok(all.length <= 100)
})

test('a nickname is known by its letters, and one of a printing is written out where it is a word of its own', () => {
  assert.equal(meaningOfNickname('etb'), 'Elite Trainer Box')
  assert.equal(meaningOfNickname('charizard'), undefined)
  assert.equal(spellOutPrintings('PSA 10 Moonbreon!'), 'PSA 10 Umbreon VMAX 215/203!')
  assert.equal(spellOutPrintings('moonbreons'), 'moonbreons')
})

test('every nickname is published with what it means', () => {
  const page = readFileSync(new URL('../../docs/identification.md', import.meta.url), 'utf8')
  for (const [nickname, means] of [...nicknames, ...nicknamesOfPrintings])
    assert.ok(page.includes(`\`${nickname}\` ${means}`), `${nickname} is missing in docs/identification.md`)
})
