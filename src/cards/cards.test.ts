import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { canonicalPart, numberSkeleton, readCollectorNumber, relateNumbers } from './collector-number.ts'
import { editDistance, printSimilarity } from './edit-distance.ts'
import { foldText, slugOf, wordsOf } from './fold.ts'
import { skeletonOf } from './look-alikes.ts'
import { readProductName } from './product-name.ts'

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

describe('collector numbers', () => {
  test('compare by meaning', () => {
    for (const [left, right, relation] of [
      ['060/203', '60/203', 'same'],
      ['063', '63', 'same'],
      ['136/182', '136', 'same'],
      ['#4', '4', 'same'],
      ['SV 49/SV94', 'sv49/sv94', 'same'],
      ['TG12/TG30', 'TG12', 'same'],
      ['H01/H32', 'H1', 'same'],
      ['OP01-001', 'op01 001', 'same'],
      ['LOB-EN001', 'LOB EN001', 'same'],
      ['SWSH001', 'swsh1', 'same'],
      ['215★', '215*', 'same'],
      ['96†', '96+', 'same'],
      ['074a/147', '74/147', 'variant'],
      ['82s', '82', 'variant'],
      ['LOB-001', 'LOB-EN001', 'variant'],
      ['4/102', '4/130', 'conflict'],
      ['OP01-001', 'OP10-01', 'conflict'],
      ['TG12', '12', 'conflict'],
      ['A/28', 'B/28', 'conflict'],
    ] as const) {
      const [a, b] = [readCollectorNumber(left), readCollectorNumber(right)]
      assert.ok(a !== null && b !== null)
      assert.equal(relateNumbers(a, b), relation, `${left} ${right}`)
      assert.equal(relateNumbers(b, a), relation, `${right} ${left}`)
    }
  })

  test('have one skeleton however their look-alikes were read', () => {
    assert.equal(numberSkeleton('L0B-ENOO1'), numberSkeleton('LOB-EN001'))
    assert.notEqual(numberSkeleton('LOB-EN001'), numberSkeleton('LOB-EN002'))
  })

  test('never throw, and are settled after one go', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        readCollectorNumber(text)
        const canonical = canonicalPart(text)
        assert.equal(canonicalPart(canonical), canonical)
      }),
      { examples: [['†']] },
    )
  })
})

describe('readProductName', () => {
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
})

describe('editDistance', () => {
  /** The textbook table, without a band and with neighbours swapped. */
  const textbook = (a: string, b: string): number => {
    const table = Array.from({ length: a.length + 1 }, (_, i) =>
      Array.from({ length: b.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0)),
    )
    const at = (i: number, j: number): number => table[i]?.[j] ?? 0
    for (let i = 1; i <= a.length; i++) {
      for (let j = 1; j <= b.length; j++) {
        let edits = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1))
        if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) edits = Math.min(edits, at(i - 2, j - 2) + 1)
        ;(table[i] as number[])[j] = edits
      }
    }
    return at(a.length, b.length)
  }

  test('agrees with the textbook up to its limit', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 9 })
    fc.assert(
      fc.property(word, word, fc.integer({ min: 0, max: 4 }), (a, b, limit) => {
        assert.equal(editDistance(a, b, limit), Math.min(textbook(a, b), limit + 1))
      }),
      { numRuns: 3000 },
    )
  })

  test('sees nothing between words that only differ in look-alikes', () => {
    for (const [read, meant] of [
      ['cl0ak', 'cloak'],
      ['5lasher', 'slasher'],
      ['ernber', 'ember'],
      ['8ane', 'bane'],
      ['arcevs', 'arceus'],
    ] as const) {
      assert.equal(skeletonOf(read), skeletonOf(meant))
    }
  })
})

test('a look-alike in a word costs less than another letter, and nothing in a skeleton', () => {
  for (const [read, meant, other] of [
    ['lcafeon', 'leafeon', 'lkafeon'],
    ['qengar', 'gengar', 'tengar'],
    ['9engar', 'gengar', 'tengar'],
    ['arcevs', 'arceus', 'arceks'],
    ['pikach0', 'pikacho', 'pikachk'],
  ] as const) {
    assert.equal(skeletonOf(read), skeletonOf(meant))
    assert.ok(printSimilarity(read, meant) > printSimilarity(other, meant), read)
  }
})
