import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { call, catalogOf, identificationOf, pixelUrl } from '../../test/support/identification.ts'
import { photoReading, readerOf } from '../../test/support/photos/reading.ts'
import type { ReadCard } from './ports.ts'

const catalog = catalogOf()
const { identify, identifyImage } = identificationOf({ catalog })
/** What is made of a photo whose reader answers this. */
const look = (given: Parameters<typeof readerOf>[0], body: { readonly setHint?: string } = {}) =>
  identificationOf({ catalog, reader: readerOf(given) }).identifyImage({ imageDataUrl: pixelUrl, ...body }, call)
/** The lookup of a card that was read so, surely. */
const lookUp = async (card: Partial<ReadCard>) => (await look({ confidence: 90, card })).identification

const first = async (q: string, set?: string) => {
  const result = await identify({ q, limit: 12, ...(set === undefined ? {} : { set }) }, call)
  return { ...result, best: result.candidates[0] }
}

describe('identify', () => {
  test('puts the right printing first', async () => {
    for (const [q, productId] of [
      ['Charizard 4/102', 101],
      ['charizard #4', 101],
      ['4/102 Charizard', 101],
      ['Charizard - 4/102 (Stamped)', 135],
      ['Porygon2', 121],
      ['Porygon2 12', 121],
      ['Entei 17', 122],
      ['flabebe 83/146', 123],
      ['Lt Surges Electabuzz', 124],
      ['Altaria XY46', 131],
      ['Altaria XY46 prerelease', 132],
      ['Altaria - XY46 (Prerelease) [Staff]', 133],
      ['Mimikyu TG12', 134],
      ['RA03-EN001', 301],
      ['Destiny HERO Malicious ra03 en001 quarter century secret rare', 303],
      ['Number 39: Utopia', 304],
      ['Harpie Lady 1', 305],
      ['Armed Dragon LV7 RA03-EN021', 306],
      ['Relic Seeker 29', 203],
      ['Relic Seeker 29s', 204],
      ['Char1zard O04/1O2', 101],
      ['Char izard 4/102', 101],
      ['Charizrad 4/102', 101],
      ['Roronoa Zoro OP01-001', 401],
      ['Zoro parallel op01 001', 402],
      ['Obsidian Flames Pidgeot ex', 113],
      ['ガブリアスex 076/062', 501],
      ['limduls cohort', 205],
    ] as const) {
      const { best } = await first(q)
      assert.equal(best?.productId, productId, q)
      assert.ok((best?.matchScore ?? 0) >= 50, `${q}: ${best?.matchScore}`)
    }
  })

  test('finds the English printing by its code in another language, with or without a name', async () => {
    for (const q of ['RA03-DE001', 'RA03-FR001', 'RA03 DE001', 'ra03de001', 'Destiny HERO - Malicious RA03-DE001']) {
      const { best } = await first(q)
      assert.equal(best?.cardNumber, 'RA03-EN001', q)
      assert.ok(best.matchScore >= 50, `${q}: ${best.matchScore}`)
      assert.equal(best.matchReasons[0], 'number_other_language', q)
    }
  })

  test('narrows by a set hint, by name, slug or abbreviation', async () => {
    for (const set of ['SV03: Obsidian Flames', 'sv03-obsidian-flames', 'obf', 'Obsidian Flames']) {
      const { matchedSet, best, parsed } = await first('Charizard', set)
      assert.equal(matchedSet?.slug, 'sv03-obsidian-flames')
      assert.equal(best?.setName, 'SV03: Obsidian Flames')
      assert.equal(parsed.setHint, set)
    }
  })

  test('a set hint that the catalogue lacks is taken for no other set, and leaves the answer ambiguous', async () => {
    for (const [q, set] of [
      ['Charizard', 'Obsidian Flames 2'],
      ['Charizard', 'SV04'],
      ['Charizard 4/102', 'Base Set 3'],
      ['Altaria XY46', 'XQZ'],
      ['Relic Seeker 29', 'Magic Origins 2'],
    ] as const) {
      const { matchedSet, ambiguous, best } = await first(q, set)
      assert.equal(matchedSet, null, set)
      assert.equal(ambiguous, true, set)
      assert.ok(!best?.matchReasons.includes('set_exact'), set)
    }
  })

  test('a set hint with an error is no exact one', async () => {
    const { matchedSet, best } = await first('Charizard', 'Obsidain Flames')
    assert.equal(matchedSet?.slug, 'sv03-obsidian-flames')
    assert.equal(best?.matchReasons.includes('set_inferred'), true)
    assert.equal(best?.matchReasons.includes('set_exact'), false)
  })

  test('a set in brackets that the catalogue lacks is taken for no other set', async () => {
    const { matchedSet, ambiguous } = await first('Charizard (Obsidian Flames 2)')
    assert.deepEqual([matchedSet, ambiguous], [null, true])
  })

  test('says what it read and why it ranks', async () => {
    const { parsed, best, query, ambiguous, truncated, searchedCount, totalSearchResults } =
      await first('  Charizard 4/102 ')
    assert.equal(query, 'Charizard 4/102')
    assert.partialDeepStrictEqual(parsed, { name: 'Charizard', cardNumber: '4/102', setHint: null })
    assert.deepEqual(best?.matchReasons, ['number_normalized', 'name_exact'])
    assert.deepEqual([ambiguous, truncated], [false, false])
    assert.ok(searchedCount >= 1 && totalSearchResults >= searchedCount)
  })

  test('reads a number that belongs to the name as part of the name', async () => {
    assert.partialDeepStrictEqual((await first('Harpie Lady 1')).parsed, {
      name: 'Harpie Lady 1',
      cardNumber: null,
      setHint: null,
    })
  })

  test('is ambiguous where nothing tells the printings apart', async () => {
    assert.equal((await first('Forest')).ambiguous, true)
    assert.equal((await first('Forest 381')).ambiguous, false)
  })

  test('has no confident candidate for what it does not know', async () => {
    for (const q of ['vvkkz 881/880', 'lorem ipsum dolor', 'XZXZ-EN998', '!!!', '😀', 'Charizard 999/998']) {
      const { candidates } = await first(q)
      assert.ok(
        candidates.every(({ matchScore }) => matchScore < 50),
        `${q}: ${JSON.stringify(candidates[0])}`,
      )
    }
  })

  test('refuses an empty text', async () => {
    await assert.rejects(identify({ q: ' \t', limit: 12 }, call), { code: 'invalid_parameter' })
  })
})

describe('identifyImage', () => {
  const ungraded = { condition: null, variant: null, certificate: null }

  test('answers without an identification when nothing was read', async () => {
    assert.deepEqual(await identifyImage({ imageDataUrl: pixelUrl }, call), {
      ocr: {
        text: '',
        confidence: 0,
        nameConfidence: 0,
        printingConfidence: 0,
        advice: 'retry',
        evidence: [],
        suggested: { name: null, cardNumber: null, query: null, language: null, ...ungraded },
      },
      identification: null,
      cards: [],
      cardsOmitted: 0,
    })
  })

  test('ends in the same lookup as a text', async () => {
    const suggested = {
      name: 'Charizard',
      cardNumber: '4/102',
      query: 'Charizard 4/102',
      language: 'English',
      ...ungraded,
    }
    const card = { name: 'Charizard', number: { text: '4/102', strength: 'fraction' }, language: 'English' } as const
    const { ocr, identification } = await look(
      { text: 'Charizard\n4/102', confidence: 90, card },
      { setHint: 'base-set' },
    )
    assert.deepEqual(ocr, {
      text: 'Charizard\n4/102',
      confidence: 90,
      nameConfidence: 90,
      printingConfidence: 90,
      advice: 'take',
      evidence: ['title', 'number'],
      suggested,
    })
    assert.deepEqual(identification, await identify({ q: 'Charizard 4/102', set: 'base-set', limit: 12 }, call))
  })

  test('a graded card is looked up as a text that names its grade is', async () => {
    const charizard = { name: 'Charizard', number: { text: '4/102', strength: 'fraction' } } as const
    for (const [grade, variant] of [
      ['PSA 9', '1st Edition'],
      ['BGS 9.5', null],
      ['Graded 8.5', 'Holo'],
    ] as const) {
      const slab = { grade, certificate: '41498448' }
      const { ocr, identification } = await look({ confidence: 90, card: { ...charizard, variant, slab } })
      const query = ['Charizard 4/102', variant, grade].filter(Boolean).join(' ')
      assert.partialDeepStrictEqual(ocr.suggested, { query, condition: grade, variant, certificate: '41498448' })
      const typed = await identify({ q: query, limit: 12 }, call)
      assert.deepEqual(identification?.parsed, typed.parsed)
      assert.deepEqual([typed.parsed.condition, typed.parsed.unread], [grade, []])
      assert.equal(identification?.candidates[0]?.productId, typed.candidates[0]?.productId)
    }
  })

  test('a grade that was not read leaves a word that nobody understands, so that no copy is priced', async () => {
    const card = { name: 'Charizard', slab: { grade: null, certificate: '41498448' } } as const
    const { ocr, identification } = await look({ confidence: 90, card })
    assert.partialDeepStrictEqual(ocr.suggested, { query: 'Charizard graded', condition: null })
    assert.deepEqual([identification?.parsed.condition, identification?.parsed.unread], [null, ['graded']])
    const nothing = await look({ card: { slab: { grade: 'PSA 9', certificate: null } } })
    assert.deepEqual([nothing.ocr.suggested.query, nothing.ocr.suggested.condition], [null, 'PSA 9'])
  })

  test('takes name and number of a photo as they were read, with no rule for typed text', async () => {
    const other = await lookUp({ name: null, number: { text: 'RA03-FR001', strength: 'code' } })
    assert.equal(other?.candidates[0]?.cardNumber, 'RA03-EN001')
    assert.equal(other?.candidates[0]?.matchReasons[0], 'number_other_language')
    const named = await lookUp({ name: 'Harpie Lady 1', number: null })
    assert.deepEqual([named?.parsed.name, named?.parsed.cardNumber], ['Harpie Lady 1', null])
    assert.equal(await lookUp({ name: null, number: null }), null)
  })

  test('a title that the catalogue lacks does not disturb the lookup of its number', async () => {
    const card = {
      name: 'Glurak',
      isListed: false,
      number: { text: '4/102', strength: 'fraction' },
      language: 'German',
    } as const
    const { ocr, identification } = await look({ confidence: 50, card })
    assert.deepEqual(ocr.suggested, {
      name: 'Glurak',
      cardNumber: '4/102',
      query: '4/102',
      language: 'German',
      ...ungraded,
    })
    assert.equal(identification?.candidates[0]?.name, 'Charizard')
  })

  test('the abbreviation of a set beside a bare number names its card; an unknown one says nothing', async () => {
    const number = { text: '0125', strength: 'bare' } as const
    const inSet = await lookUp({ number, setCode: 'OBF' })
    assert.deepEqual(
      [inSet?.candidates[0]?.productId, inSet?.ambiguous, inSet?.matchedSet?.slug],
      [111, false, 'sv03-obsidian-flames'],
    )
    assert.ok(inSet?.candidates[0]?.matchReasons.includes('set_inferred'))
    assert.ok((inSet?.candidates[0]?.matchScore ?? 0) >= 80)
    const elsewhere = await lookUp({ name: 'Relic Seeker', number: { text: '29', strength: 'bare' }, setCode: 'QQQ' })
    const without = await lookUp({ name: 'Relic Seeker', number: { text: '29', strength: 'bare' } })
    assert.deepEqual(elsewhere?.candidates, without?.candidates)
    assert.deepEqual([elsewhere?.ambiguous, elsewhere?.parsed.unread], [false, []])
  })

  test('a title that the catalogue lacks is looked up as text, and makes no printing certain', async () => {
    const card = { name: 'Charizart', isListed: false, language: 'German' } as const
    const unlisted = await look({ confidence: 50, card })
    assert.equal(unlisted.identification?.candidates[0]?.name, 'Charizard')
    assert.ok(unlisted.identification?.candidates.every(({ matchScore }) => matchScore < 50))
    const listed = await look({ card: { ...card, isListed: true } })
    assert.ok((listed.identification?.candidates[0]?.matchScore ?? 0) >= 50)
  })

  test('a bare number without a name brings no confident candidate; one of a Pokémon leaves its name', async () => {
    const bare = await lookUp({ number: { text: '0029', strength: 'bare' } })
    assert.ok(bare?.candidates.length && bare.candidates.every(({ matchScore }) => matchScore < 50))
    const named = await lookUp({ name: 'Porygon', number: { text: 'No.137', strength: 'bare' } })
    assert.deepEqual([named?.query, named?.candidates[0]?.productId, named?.ambiguous], ['Porygon', 104, false])
  })

  test('a printed fraction finds the card of its set alone, where the catalogue has no totals', async () => {
    const number = { text: '029/272', strength: 'fraction' } as const
    const foreign = { name: 'Suchende', isListed: false, number } as const
    const [best] = (await lookUp({ ...foreign, setCode: '10E' }))?.candidates ?? []
    assert.deepEqual([best?.name, best?.matchReasons.includes('set_inferred')], ['Relic Seeker', true])
    assert.deepEqual((await lookUp(foreign))?.candidates, [])
  })

  test('a code with its language letters is no One Piece card of the same digits', async () => {
    const card = { number: { text: 'OP01-FR001', strength: 'code' } } as const
    const { identification } = await look({ confidence: 90, card })
    assert.ok(identification?.candidates.every(({ matchScore }) => matchScore < 50))
  })

  test('cards of a picture that were read alike are looked up once, the others beside each other', async () => {
    const asked: string[] = []
    let running = 0
    let most = 0
    const printings: typeof catalog.printings = async (request, context) => {
      asked.push(request.text.line)
      most = Math.max(most, ++running)
      await new Promise((resolve) => setImmediate(resolve))
      running--
      return catalog.printings(request, context)
    }
    const box = { x: 0, y: 0, width: 63, height: 88 }
    const one = { ...photoReading({ confidence: 90, card: { name: 'Charizard' } }), box }
    const other = { ...photoReading({ confidence: 90, card: { name: 'Pikachu' } }), box }
    const reader = readerOf({ confidence: 35, card: { name: 'Charizard' }, cards: [one, other, one] })
    const { cards } = await identificationOf({ catalog: { printings }, reader }).identifyImage(
      { imageDataUrl: pixelUrl },
      call,
    )
    assert.deepEqual([asked, most], [['Charizard', 'Pikachu'], 2])
    assert.deepEqual(
      cards.map(({ identification }) => identification?.candidates[0]?.name),
      ['Charizard', 'Pikachu', 'Charizard'],
    )
  })

  test('answers each card of a picture with several', async () => {
    const box = { x: 10, y: 20, width: 630, height: 880 }
    const number = { text: '4/102', strength: 'fraction' } as const
    const { text, confidence, nameConfidence, numberConfidence, card } = photoReading({
      confidence: 85,
      card: { name: 'Charizard', number },
    })
    const one = { box, text, confidence, nameConfidence, numberConfidence, card }
    const { cards } = await look({ confidence: 35, card, cards: [one, { ...one, card: { ...card, name: null } }] })
    assert.deepEqual(
      cards.map(({ box, ocr, identification }) => [box, ocr.confidence, identification?.candidates[0]?.name]),
      [
        [box, 85, 'Charizard'],
        [box, 85, 'Charizard'],
      ],
    )
  })
})
