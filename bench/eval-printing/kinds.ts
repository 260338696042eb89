import { codes, oddCodes, promos, sharedCodes } from './codes.ts'
import type { Kind } from './kind.ts'
import {
  inventedNames,
  namesOfOtherGames,
  slipsOfLetters,
  suffixes,
  wordsAdded,
  wordsExchanged,
  wordsRemoved,
} from './names.ts'
import {
  fractionsAlone,
  plainBesideStamped,
  reprints,
  reprintsInSet,
  severalTotals,
  sharedNumbers,
  stampedAlone,
  stampedNumbers,
  wrongTotals,
} from './numbers.ts'
import { raritiesMissing, raritiesMissingElsewhere, raritiesNamed, rarityCodes, rarityNames } from './rarities.ts'
import { codesInBrackets, energies, namesAndNumbers, roundTrips, roundTripsInText, unknownSets } from './sets.ts'

/** The kinds of texts, in the order of the table. */
export const kinds: Readonly<Record<string, Kind>> = {
  'shared number': sharedNumbers,
  'rarity code': rarityCodes,
  'rarity code and name': rarityNames,
  'rarity named': raritiesNamed,
  'rarity missing': raritiesMissing,
  'rarity missing, other games': raritiesMissingElsewhere,
  'shared code': sharedCodes,
  'code and number': codes,
  'odd code': oddCodes,
  'name, number, set': roundTrips,
  'name, number, set in the text': roundTripsInText,
  'name and number': namesAndNumbers,
  'name [code] number': codesInBrackets,
  'wrong total': wrongTotals,
  'several totals': severalTotals,
  'fraction alone': fractionsAlone,
  promo: promos,
  reprint: reprints,
  'reprint in its set': reprintsInSet,
  'stamped number': stampedNumbers,
  'plain beside stamped': plainBesideStamped,
  'stamped alone': stampedAlone,
  'word exchanged': wordsExchanged,
  'word added': wordsAdded,
  'word removed': wordsRemoved,
  'invented name': inventedNames,
  'name of another game': namesOfOtherGames,
  'slip of letters': slipsOfLetters,
  suffix: suffixes,
  energy: energies,
  'unknown set': unknownSets,
}

/**
 * Kinds that are shown without a target: each program has its own idea of `Holo Rare`, and a word that stands on many
 * offers, as `effect` or `dice`, counts for nothing beside a name.
 */
export const shownAlone: ReadonlySet<string> = new Set([
  'rarity missing, other games',
  'word exchanged',
  'word added',
  'word removed',
  'invented name',
])
