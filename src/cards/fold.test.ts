import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { foldText, slugOf, wordsOf } from './fold.ts'

describe('foldText', () => {
  test('makes one spelling of many', () => {
    for (const [text, folded] of [
      ['Pokémon', 'pokemon'],
      ["Lim-Dûl's Cohort", 'lim duls cohort'],
      ['Naganadel & Guzzlord', 'naganadel and guzzlord'],
      ['Gol.D.Roger', 'gol d roger'],
      ['Nidoran♂', 'nidoran m'],
      ['Æther Vial', 'aether vial'],
      ['Charizard δ', 'charizard delta'],
      ['ｶﾞﾌﾞﾘｱｽ', 'ガブリアス'],
      ['がーでぃ', 'ガーディ'],
      ['Ｌｉｍ－Ｄûｌ＇ｓ', 'lim duls'],
      ['  ', ''],
    ] as const) {
      assert.equal(foldText(text), folded)
    }
  })

  test('is settled after one go, whatever the script', () => {
    const anyText = fc.string({ unit: 'binary', maxLength: 80 })
    fc.assert(
      fc.property(anyText, (text) => foldText(foldText(text)) === foldText(text)),
      { examples: [['ŉ'], ['わ\u3099']] },
    )
  })

  test('parts Japanese into overlapping pairs', () => {
    assert.deepEqual(wordsOf('ガーディex'), ['ガー', 'ーデ', 'ディ', 'ex'])
  })

  test('makes the slugs that TCGplayer makes', () => {
    for (const [name, slug] of [
      ['SV03: Obsidian Flames', 'sv03-obsidian-flames'],
      ['Sword & Shield', 'sword-and-shield'],
      ['SM1+: Sun & Moon', 'sm1plus-sun-and-moon'],
      ['sp1: Zacian + Zamazenta Box', 'sp1-zacian-plus-zamazenta-box'],
      ['History Pack Vol.1', 'history-pack-vol1'],
      ['Lorcana TCG', 'lorcana-tcg'],
    ] as const) {
      assert.equal(slugOf(name), slug)
    }
  })
})
