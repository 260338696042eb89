import { foldLetters } from '../cards/fold.ts'

/**
 * Where a nickname is found: the list of card nicknames of the Magic wiki (https://mtg.wiki/page/List_of_Magic_slang),
 * the acronyms of a guide for collectors (https://tcgcardinvestor.com/articles/pokemon-tcg-acronyms), qualifiers in the
 * market's own names of products, or what players and shops write everywhere.
 */
type NicknameSource = 'magic' | 'pokemon' | 'market' | 'usage'

export type NicknameRow = readonly [nickname: string, means: string, source: NicknameSource]

/** What people call names, rarities, sets and sealed products for short. */
export const nicknames: readonly NicknameRow[] = [
  ['ak', 'Accumulated Knowledge', 'magic'],
  ['ancestral', 'Ancestral Recall', 'magic'],
  ['bbe', 'Bloodbraid Elf', 'magic'],
  ['beb', 'Blue Elemental Blast', 'magic'],
  ['bob', 'Dark Confidant', 'magic'],
  ['bolt', 'Lightning Bolt', 'magic'],
  ['bop', 'Birds of Paradise', 'usage'],
  ['cotv', 'Chalice of the Void', 'usage'],
  ['drc', "Dragon's Rage Channeler", 'usage'],
  ['fof', 'Fact or Fiction', 'usage'],
  ['fon', 'Force of Negation', 'usage'],
  ['fow', 'Force of Will', 'usage'],
  ['ftk', 'Flametongue Kavu', 'usage'],
  ['goyf', 'Tarmogoyf', 'usage'],
  ['gsz', "Green Sun's Zenith", 'usage'],
  ['hymn', 'Hymn to Tourach', 'usage'],
  ['jtms', 'Jace, the Mind Sculptor', 'usage'],
  ['led', "Lion's Eye Diamond", 'usage'],
  ['lotv', 'Liliana of the Veil', 'usage'],
  ['pte', 'Path to Exile', 'usage'],
  ['reb', 'Red Elemental Blast', 'usage'],
  ['sdt', "Sensei's Divining Top", 'usage'],
  ['sfm', 'Stoneforge Mystic', 'usage'],
  ['snappy', 'Snapcaster Mage', 'usage'],
  ['stp', 'Swords to Plowshares', 'usage'],
  ['tks', 'Thought-Knot Seer', 'usage'],
  ['w6', 'Wrenn and Six', 'usage'],
  ['wog', 'Wrath of God', 'usage'],

  ['dce', 'Double Colorless Energy', 'usage'],
  ['dte', 'Double Turbo Energy', 'usage'],
  ['pika', 'Pikachu', 'usage'],
  ['zard', 'Charizard', 'usage'],
  ['pokemon 151', 'Scarlet & Violet 151', 'usage'],
  ['sir', 'Special Illustration Rare', 'pokemon'],

  ['bb', 'Booster Box', 'pokemon'],
  ['etb', 'Elite Trainer Box', 'pokemon'],
  ['upc', 'Ultra Premium Collection', 'pokemon'],
  ['cbb', 'Collector Booster Box', 'usage'],
  ['cbd', 'Collector Booster Display', 'usage'],

  ['beud', 'Blue-Eyes Ultimate Dragon', 'usage'],
  ['bewd', 'Blue-Eyes White Dragon', 'usage'],
  ['bls', 'Black Luster Soldier', 'usage'],
  ['bth', 'Bottomless Trap Hole', 'usage'],
  ['dad', 'Dark Armed Dragon', 'usage'],
  ['hfd', "Harpie's Feather Duster", 'usage'],
  ['imperm', 'Infinite Impermanence', 'usage'],
  ['mst', 'Mystical Space Typhoon', 'usage'],
  ['rebd', 'Red-Eyes Black Dragon', 'usage'],
  ['rota', 'Reinforcement of the Army', 'usage'],
  ['pcr', "Prismatic Collector's Rare", 'market'],
  ['pscr', 'Prismatic Secret Rare', 'usage'],
  ['qcr', 'Quarter Century Secret Rare', 'usage'],
  ['qcsr', 'Quarter Century Secret Rare', 'usage'],
  ['scr', 'Secret Rare', 'usage'],
  ['utr', 'Ultimate Rare', 'usage'],

  ['big mom', 'Charlotte Linlin', 'usage'],
  ['blackbeard', 'Marshall.D.Teach', 'usage'],
  ['whitebeard', 'Edward.Newgate', 'usage'],

  ['aow', 'Art of War', 'usage'],
  ['cnc', 'Command and Conquer', 'usage'],
  ['e strike', 'Enlightened Strike', 'usage'],
  ['tunic', "Fyendal's Spring Tunic", 'usage'],
]

/** What people call one printing or the cards of one kind, in the words of a text that names them. */
export const nicknamesOfPrintings: readonly NicknameRow[] = [
  ['bubble mew', 'Mew ex 232/091', 'usage'],
  ['gold star', 'Star', 'usage'],
  ['moonbreon', 'Umbreon VMAX 215/203', 'usage'],
]

/** Rarities that a catalogue has as letters, in words. */
export const raritySpellings: ReadonlyMap<string, string> = new Map([
  ['C', 'Common'],
  ['UC', 'Uncommon'],
  ['R', 'Rare'],
  ['SR', 'Super Rare'],
  ['SEC', 'Secret Rare'],
  ['L', 'Leader'],
  ['TR', 'Treasure Rare'],
  ['PR', 'Promo'],
])

const byLetters = new Map(nicknames.map(([nickname, means]) => [foldLetters(nickname), means]))
const maxLetters = Math.max(...[...byLetters.keys()].map(({ length }) => length))

/** What letters without spaces are short for; `undefined` where they are no nickname. */
export const meaningOfNickname = (letters: string): string | undefined =>
  letters.length > maxLetters ? undefined : byLetters.get(letters)

/** The star of rare Pokémon, which the market writes as a word; within a name it is a sign. */
const star = /(?<=[a-z])\s*★(?=\s|$)/gi

/** Creates what writes out the star, and the nicknames of some rows where they are words of their own. */
const createSpeller = (rows: readonly NicknameRow[]) => {
  const meanings = new Map(rows.map(([nickname, means]) => [foldLetters(nickname), means]))
  const written = rows.map(([nickname]) => nickname.replaceAll(' ', '[\\s-]+')).join('|')
  const found = new RegExp(`(?<![\\p{L}\\p{N}'’-])(?:${written})(?![\\p{L}\\p{N}'’-])`, 'giu')
  return (text: string): string =>
    text.replace(star, ' Star').replace(found, (nickname) => meanings.get(foldLetters(nickname)) ?? nickname)
}

/** A text with the nicknames of printings written out, and with all of them. */
export const spellOutPrintings = createSpeller(nicknamesOfPrintings)
export const spellOutNicknames = createSpeller([...nicknames, ...nicknamesOfPrintings])
