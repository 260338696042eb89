import { wordSet } from '../cards/word-set.ts'

/**
 * Words that stand on a card or in an offer beside its name. As part of a name they still count; unexplained they
 * hardly weigh.
 */
export const stopwords = wordSet(`
  nm lp mp hp dmg mint near played lightly heavily moderately condition holo holofoil foil nonfoil reverse edition 1st
  unlimited english japanese psa bgs cgc sgc graded grade gem illus illustrator illustration artist art evolves basic
  stage retreat weakness resistance pokemon nintendo creatures gamefreak game freak wizards coast konami kazuki
  takahashi studio dice shueisha bandai toei animation disney ravensburger riot games legend story studios llc inc tm
  r c tcg ccg card trading instant sorcery creature artifact enchantment unit spell champion effect spellcaster atk
  def rare common uncommon promo lot x1 x2 x3 x4 mtg ygo yugioh magic
`)

/** Words after which a bare number is a measure or a grade, never a collector number. */
export const measures = wordSet(`
  hp psa bgs cgc sgc atk def retreat weakness resistance damage dmg stage grade level copyright gem
`)

/** Words after which a person's name follows. */
export const credits = wordSet('illus illustrator illustration artist illustrated')

/** Words that are stopwords only between two others: `Wizards of the Coast`. */
export const connectors = wordSet('of the from and no by')

/** Attributes that stand in capitals on cards; in a name they do not. */
export const attributes = wordSet('EARTH WATER FIRE WIND LIGHT DARK')

/**
 * Stopwords that may speak of the copy: where nothing explains them they were not understood, and are never passed
 * over.
 */
export const copyStopwords = wordSet(`
  played lightly heavily moderately near mint graded grade gem psa bgs cgc sgc reverse holo foil edition promo lot x1
  x2 x3 x4
`)

/** Words behind a credit that name no person but tell what was done to the card. */
export const alterations = wordSet('signed altered autographed proof proxy sketch')
