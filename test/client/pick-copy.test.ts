import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { pickCopy, type WantedCopy, wantedCopyOf } from '../../packages/client/src/pick-copy.ts'
import { readBundledProducts } from '../../src/sources/sandbox/products/bundled-products.ts'

interface Copy {
  readonly condition: string | null
  readonly variant: string | null
  readonly language: string | null
}

const conditions = ['Near Mint', 'Lightly Played', 'Moderately Played', 'Heavily Played', 'Damaged']

/** Every copy of a card in these variants and languages. */
const copiesIn = (variants: readonly (string | null)[], languages: readonly (string | null)[] = ['English']): Copy[] =>
  variants.flatMap((variant) =>
    languages.flatMap((language) => conditions.map((condition) => ({ condition, variant, language }))),
  )

/** The variant that is picked, or the field that is unclear. */
const variantOf = (variants: readonly (string | null)[], variant?: string, productName?: string) => {
  const { copy, unclear } = pickCopy(copiesIn(variants), { variant }, productName)
  return copy === null ? `unclear ${unclear}` : copy.variant
}

const editionsAndFinishes = [
  '1st Edition Normal',
  '1st Edition Rainbow Foil',
  'Unlimited Edition Normal',
  'Unlimited Edition Rainbow Foil',
]

describe('the copy that was asked for', () => {
  test('what is not said is as usual: near mint, English, and the plain finish', () => {
    const { copy } = pickCopy(copiesIn(['Foil', 'Normal'], ['Japanese', 'English']), {})
    assert.deepEqual(copy, { condition: 'Near Mint', variant: 'Normal', language: 'English' })
    for (const [variants, usual] of [
      [['Normal', 'Reverse Holofoil'], 'Normal'],
      [['Holofoil', 'Normal', 'Cold Foil'], 'Normal'],
      [['Holofoil'], 'Holofoil'],
      [['Reverse Holofoil', 'Holofoil'], 'Holofoil'],
      [['1st Edition'], '1st Edition'],
      [['Unlimited Holofoil'], 'Unlimited Holofoil'],
      [['Limited'], 'Limited'],
      [['Cold Foil', 'Holofoil'], 'unclear variant'],
      [['Cold Foil', 'Holofoil', 'Reverse Holofoil'], 'unclear variant'],
      [[null], null],
    ] as const)
      assert.equal(variantOf(variants), usual, String(variants))
  })

  test('a sealed product is unopened, and a product of one language is in that language', () => {
    const box = { condition: 'Unopened', variant: 'Normal', language: 'Japanese' }
    assert.equal(pickCopy([box], {}).copy, box)
    assert.equal(pickCopy(copiesIn(['Normal'], ['Japanese']), {}).copy?.language, 'Japanese')
    assert.deepEqual(pickCopy(copiesIn(['Normal'], ['German', 'French']), {}), { copy: null, unclear: 'language' })
    assert.deepEqual(pickCopy(copiesIn(['Normal']).slice(1), {}), { copy: null, unclear: 'condition' })
  })

  test('an edition that is not said cannot be told where there are several', () => {
    for (const variants of [
      ['1st Edition', 'Unlimited'],
      ['1st Edition Holofoil', 'Unlimited Holofoil'],
      ['1st Edition Holofoil', 'Unlimited'],
      ['1st Edition Holofoil', 'Holofoil'],
      ['Limited', 'Unlimited'],
      editionsAndFinishes,
    ]) {
      assert.equal(variantOf(variants), 'unclear variant', String(variants))
      assert.equal(variantOf([...variants].reverse()), 'unclear variant', String(variants))
    }
    assert.equal(variantOf(editionsAndFinishes, 'foil'), 'unclear variant')
    assert.equal(variantOf(['1st Edition Normal', 'Unlimited Normal', 'Unlimited Foil'], 'foil'), 'Unlimited Foil')
  })

  test('an edition said alone leaves the finish as usual', () => {
    assert.equal(variantOf(editionsAndFinishes, '1st edition'), '1st Edition Normal')
    assert.equal(variantOf(editionsAndFinishes, 'Unlimited'), 'Unlimited Edition Normal')
    assert.equal(variantOf(editionsAndFinishes, '1st Edition foil'), '1st Edition Rainbow Foil')
    assert.equal(variantOf(['1st Edition Holofoil', 'Unlimited Holofoil'], '1st'), '1st Edition Holofoil')
    assert.equal(variantOf(['1st Edition', 'Unlimited'], 'normal unlimited'), 'Unlimited')
    assert.equal(variantOf(['1st Edition', 'Unlimited'], 'Limited'), 'unclear variant')
  })

  test('foil is the only finish of that kind, never one of several and never the reverse one beside a holofoil', () => {
    for (const [variants, picked] of [
      [['Normal', 'Foil'], 'Foil'],
      [['Normal', 'Cold Foil'], 'Cold Foil'],
      [['Normal', 'Rainbow Foil'], 'Rainbow Foil'],
      [['Normal', 'Holofoil', 'Reverse Holofoil'], 'Holofoil'],
      [['Normal', 'Reverse Holofoil'], 'Reverse Holofoil'],
      [['Normal', 'Holofoil', 'Cold Foil'], 'unclear variant'],
      [['Normal', 'Foil', 'Galaxy Foil'], 'unclear variant'],
      [['Normal'], 'unclear variant'],
      [['1st Edition', 'Unlimited'], 'unclear variant'],
      [[null], 'unclear variant'],
    ] as const) {
      assert.equal(variantOf(variants, 'foil'), picked, String(variants))
      assert.equal(variantOf(variants, 'F'), picked, String(variants))
    }
  })

  test('holo is never the reverse one, and a word for one finish is no other', () => {
    assert.equal(variantOf(['Normal', 'Reverse Holofoil'], 'holo'), 'unclear variant')
    assert.equal(variantOf(['Normal', 'Foil'], 'holo'), 'unclear variant')
    assert.equal(variantOf(['Holofoil', 'Reverse Holofoil'], 'holo'), 'Holofoil')
    assert.equal(variantOf(['Holofoil', 'Reverse Holofoil'], 'Reverse holo'), 'Reverse Holofoil')
    assert.equal(variantOf(['Cold Foil', 'Rainbow Foil'], 'rainbow foil'), 'Rainbow Foil')
    assert.equal(variantOf(['Normal', 'Foil'], 'cold foil'), 'unclear variant')
    for (const words of ['Normal', 'non-foil', 'nonfoil', 'non-holo']) {
      assert.equal(variantOf(['Holofoil', 'Normal'], words), 'Normal')
      assert.equal(variantOf(['Holofoil', 'Reverse Holofoil'], words), 'unclear variant')
      assert.equal(variantOf(['1st Edition', '1st Edition Holofoil'], words), '1st Edition')
    }
  })

  test('an etched copy is one that says so, or the foil one of a product that says so', () => {
    assert.equal(variantOf(['Normal', 'Foil'], 'etched'), 'unclear variant')
    assert.equal(variantOf(['Foil', 'Foil Etched'], 'etched'), 'Foil Etched')
    assert.equal(variantOf(['Foil', 'Foil Etched'], 'foil'), 'unclear variant')
    assert.equal(variantOf(['Foil'], 'etched', 'Sol Ring (Foil Etched)'), 'Foil')
    assert.equal(variantOf(['Foil'], 'etched', 'Fetched Memory'), 'unclear variant')
    assert.equal(variantOf(['Normal'], 'etched', 'Sol Ring (Foil Etched)'), 'unclear variant')
  })

  test('words are read as people write them, wherever they stand', () => {
    const copies = copiesIn(['Normal', 'Holofoil'], ['English', 'German', 'Spanish'])
    const pick = (wanted: WantedCopy) => Object.values(pickCopy(copies, wanted).copy ?? {}).join(', ')
    assert.equal(pick({ condition: 'LP', language: 'de' }), 'Lightly Played, Normal, German')
    assert.equal(pick({ condition: 'Near Mint Holofoil' }), 'Near Mint, Holofoil, English')
    assert.equal(pick({ condition: 'near_mint', variant: 'HOLO', language: 'deutsch' }), 'Near Mint, Holofoil, German')
    assert.equal(pick({ condition: 'SP', language: 'SP' }), 'Lightly Played, Normal, Spanish')
    assert.equal(pick({ condition: '', variant: ' ', language: null }), 'Near Mint, Normal, English')
    assert.equal(pick({ condition: '-' }), 'Near Mint, Normal, English')
  })

  test('a word that is not understood, that no copy has, or that speaks against another, is nobody else', () => {
    const copies = copiesIn(['Normal', 'Holofoil'], ['English', 'German'])
    for (const [wanted, unclear] of [
      [{ condition: 'PSA 9' }, 'condition'],
      [{ condition: 'Near Mint, signed' }, 'condition'],
      [{ condition: 'NM', variant: 'galaxy' }, 'variant'],
      [{ condition: 'LP/MP' }, 'condition'],
      [{ condition: 'Near Mint Holofoil', variant: 'Normal' }, 'variant'],
      [{ condition: 'Unopened' }, 'condition'],
      [{ language: 'Japanese' }, 'language'],
      [{ language: '日本語' }, 'language'],
      [{ condition: 'NM 日本' }, 'condition'],
      [{ variant: '1st Edition' }, 'variant'],
      [{ variant: 'SP' }, 'variant'],
      [{ condition: '__proto__' }, 'condition'],
    ] as const)
      assert.deepEqual(pickCopy(copies, wanted), { copy: null, unclear }, JSON.stringify(wanted))
  })

  test('the words of the market are understood where only the market has them', () => {
    const copies = copiesIn(['Normal', 'Gold Cold Foil'], ['English', 'Polish'])
    assert.equal(pickCopy(copies, { variant: 'gold cold foil' }).copy?.variant, 'Gold Cold Foil')
    assert.equal(pickCopy(copies, { variant: 'cold foil' }).copy, null)
    assert.equal(pickCopy(copies, { language: 'Polish' }).copy?.language, 'Polish')
  })

  test('a source of printings prices the usual copy, and no other condition, grade or language', () => {
    const printings = ['Normal', 'Holofoil'].map((variant) => ({ condition: null, variant, language: null }))
    assert.equal(pickCopy(printings, { variant: 'holo' }).copy, printings[1])
    for (const wanted of [
      {},
      { condition: 'NM' },
      { condition: 'near_mint', language: 'en' },
      { condition: 'Sealed' },
      { condition: '-', language: ' ' },
    ])
      assert.equal(pickCopy(printings, wanted).copy, printings[0], JSON.stringify(wanted))
    assert.equal(pickCopy(printings, { condition: 'Near Mint Holofoil' }).copy, printings[1])
    for (const condition of ['LP', 'Damaged', 'PSA 10', 'BGS 9.5', 'NM LP', 'Near Mint, signed', 'mint?!x'])
      assert.deepEqual(pickCopy(printings, { condition }), { copy: null, unclear: 'condition' }, condition)
    for (const language of ['German', 'jp', 'Klingon', 'en de'])
      assert.deepEqual(pickCopy(printings, { language }), { copy: null, unclear: 'language' }, language)
    assert.deepEqual(pickCopy(printings, { variant: 'Reverse Holofoil' }), { copy: null, unclear: 'variant' })
  })

  test('the usual language of a source of printings is that of the product line', () => {
    const printings = [{ condition: null, variant: 'Normal', language: null }]
    const isPriced = (language: string, line: string) => pickCopy(printings, { language }, 'Mew', line).copy !== null
    for (const line of ['Pokemon Japan', 'pokemon-japan', 'Pokémon (Japanese)'])
      assert.deepEqual(
        [isPriced('Japanese', line), isPriced('English', line), isPriced('', line)],
        [true, false, true],
        line,
      )
    for (const line of ['Pokemon', 'magic', ''])
      assert.deepEqual([isPriced('Japanese', line), isPriced('English', line)], [false, true], line)
  })

  test('a grade in the text is not unmade by a field that says otherwise', () => {
    assert.equal(wantedCopyOf({ condition: 'NM' }, { condition: 'PSA 10' }).condition, 'PSA 10')
    assert.equal(wantedCopyOf({ condition: 'NM' }, { condition: 'Lightly Played' }).condition, 'NM')
    assert.equal(wantedCopyOf({ condition: ' ' }, { condition: 'Lightly Played' }).condition, 'Lightly Played')
    assert.deepEqual(wantedCopyOf({ variant: 'holo' }, null), { condition: null, variant: 'holo', language: undefined })
  })

  test('where there is no copy, or two that nothing tells apart, no word is unclear', () => {
    const copy = { condition: 'Near Mint', variant: 'Normal', language: 'English' }
    assert.deepEqual(pickCopy([], {}), { copy: null, unclear: null })
    assert.deepEqual(pickCopy([copy, { ...copy }], {}), { copy: null, unclear: null })
  })

  test('every bundled product is told by its own words, and only then', () => {
    for (const { productId, variants, languages } of readBundledProducts()) {
      const copies = copiesIn(variants, languages)
      for (const wanted of copies) {
        const { copy, unclear } = pickCopy(copies, wanted)
        if (copy === null) assert.equal(unclear, 'variant', `${productId}: ${JSON.stringify(wanted)}`)
        else assert.deepEqual(copy, wanted, String(productId))
      }
    }
  })
})

describe('whatever the copies and words', () => {
  const variant = fc.constantFrom(
    'Normal',
    'Foil',
    'Foil Etched',
    'Holofoil',
    'Reverse Holofoil',
    'Cold Foil',
    'Rainbow Foil',
    '1st Edition',
    'Unlimited',
    'Limited',
    ...editionsAndFinishes,
    '1st Edition Holofoil',
    'Unlimited Holofoil',
    'Galaxy',
    null,
  )
  const language = fc.constantFrom('English', 'German', 'Japanese', null)
  const condition = fc.constantFrom(...conditions, 'Unopened', null)
  const copies = fc.array(fc.record({ condition, variant, language }), { maxLength: 24 })
  const wantedCopies = fc.record(
    {
      condition: fc.constantFrom('NM', 'LP', 'Damaged', 'PSA 10', 'Near Mint Foil'),
      variant: fc.constantFrom(
        'foil',
        'holo',
        'Reverse Holofoil',
        'Normal',
        '1st Edition',
        'unlimited foil',
        'cold foil',
        'etched',
        'Galaxy',
      ),
      language: fc.constantFrom('en', 'German', 'jp', 'Klingon'),
    },
    { requiredKeys: [] },
  )

  /** What must be in the text of a copy where a word was said, and what must not. */
  const meanings: Readonly<Record<string, readonly [has: RegExp, hasNot?: RegExp]>> = {
    NM: [/^Near Mint$/],
    LP: [/^Lightly Played$/],
    Damaged: [/^Damaged$/],
    'Near Mint Foil': [/^Near Mint$/],
    foil: [/foil|etched/i],
    holo: [/holofoil/i, /reverse/i],
    'Reverse Holofoil': [/reverse holofoil/i],
    Normal: [/^(Normal|1st Edition|Unlimited|Limited|1st Edition Normal|Unlimited Edition Normal)$/],
    '1st Edition': [/1st edition/i],
    'unlimited foil': [/^unlimited.*foil/i],
    'cold foil': [/cold foil/i],
    etched: [/etched/i],
    Galaxy: [/galaxy/i],
    en: [/^English$/],
    German: [/^German$/],
    jp: [/^Japanese$/],
  }

  test('the copy never contradicts a word that was said', () => {
    fc.assert(
      fc.property(copies, wantedCopies, (prices, wanted) => {
        const { copy, unclear } = pickCopy(prices, wanted)
        if (copy === null) return
        assert.equal(unclear, null)
        const arePrintings = prices.every(({ condition, language }) => condition === null && language === null)
        for (const [field, said] of Object.entries(wanted)) {
          // The usual copy of a printing bears no word.
          if (arePrintings && ['NM', 'Near Mint Foil', 'en'].includes(said)) continue
          const [has, hasNot] = meanings[said] ?? [/^never$/]
          const text = copy[field as keyof Copy] ?? ''
          assert.match(text, has)
          if (hasNot) assert.doesNotMatch(text, hasNot)
        }
      }),
      { numRuns: 2_000 },
    )
  })

  test('the order of the copies changes nothing', () => {
    const shuffled = copies.chain((prices) =>
      fc.tuple(
        fc.constant(prices),
        fc.shuffledSubarray(prices, { minLength: prices.length, maxLength: prices.length }),
      ),
    )
    fc.assert(
      fc.property(shuffled, wantedCopies, ([prices, others], wanted) => {
        assert.deepEqual(pickCopy(others, wanted), pickCopy(prices, wanted))
      }),
      { numRuns: 2_000 },
    )
  })

  test('no text makes it fail', () => {
    const text = fc.option(fc.string({ unit: 'binary', maxLength: 80 }), { nil: undefined })
    fc.assert(
      fc.property(copies, fc.record({ condition: text, variant: text, language: text }), (prices, wanted) => {
        pickCopy(prices, wanted, 'Etched')
      }),
    )
  })
})
