import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type KnownOfCard, languageOf } from './language.ts'

const of = (texts: readonly string[], known: Partial<KnownOfCard> = {}, confidence = 0.95): string | null =>
  languageOf(
    texts.map((text) => ({ text, confidence, box: [], height: 0.02 })),
    { name: null, number: null, ...known },
  )

describe('languageOf', () => {
  test('the letters of a code tell the language, whatever the words are', () => {
    assert.equal(of(['DARK MAGICIAN', '[SPELLCASTER]'], { number: 'LOB-DE005' }), 'German')
    assert.equal(of(['MAGICIEN SOMBRE'], { number: 'LOB-F005' }), 'French')
    assert.equal(of(['Mago Nero'], { number: 'SDY-IT006' }), 'Italian')
    assert.equal(of([], { number: 'MP22-EN269' }), 'English')
  })
  test('letters beside the set code or before the fraction tell it too', () => {
    assert.equal(of(['Wurm', 'C 0100', 'FDN·DE']), 'German')
    assert.equal(of(['FDN · ES JOHN AVON']), 'Spanish')
    assert.equal(of(['Luxray', 'PALEN071/193']), 'English')
    assert.equal(of(['Dracaufeu', 'PAFFR054/091']), 'French')
  })
  test('words of the rules tell it, without accents and with their spaces lost', () => {
    assert.equal(of(['Kreatur Elf, Waldlaufer', 'Du erhaltst 2 Lebenspunkte dazu.']), 'German')
    assert.equal(of(['SARCOPHAGE DORE', '[CARTE MAGIE]', 'carte a votre main.']), 'French')
    assert.equal(of(['ntaneoestregoneria', 'che lanci costano 1 in meno per']), 'Italian')
    assert.equal(of(['Criatura - Humano', 'Roba una carta de tu mazo.']), 'Spanish')
    assert.equal(of(['Criatura - Humano', 'Compre um card e descarte um card do seu baralho']), 'Portuguese')
    assert.equal(of(['Draw a card, then discard a card.']), 'English')
  })
  test('Japanese is told by its headings, by kana, or by the label of a graded card', () => {
    assert.equal(of(['300', '抵抗力', '091/078 SR']), 'Japanese')
    assert.equal(of(['リザードン']), 'Japanese')
    assert.equal(of(['1999 P.M.JAPANESE GYM 2', "GIOVANNI'S GYARADOS"]), 'Japanese')
    assert.equal(of(['弱点', '撤退']), 'Chinese')
  })
  test('an English name of several words is English; one that is the same everywhere says nothing', () => {
    assert.equal(of(['Twist and Turn'], { name: 'Twist and Turn' }), 'English')
    for (const name of ['Pikachu', 'Charizard ex', 'Monkey.D.Luffy']) assert.equal(of([name], { name }), null, name)
  })
  test('too little, too unclear or mixed text tells nothing', () => {
    assert.equal(of([]), null)
    assert.equal(of(['Llanowar', '1/1']), null)
    assert.equal(of(['Draw a card, then discard a card.'], {}, 0.4), null)
    assert.equal(of(['Kreatur', 'Criatura']), null)
    assert.equal(of(['Damnatio Memoriae', 'Lux in tenebris']), null)
    // The recognizer finds such characters in pictures.
    assert.equal(of(['武政市', '魔', '演']), null)
  })
})
