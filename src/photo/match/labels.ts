import { foldLetters } from '../../cards/fold.ts'
import { wordSet } from '../../cards/word-set.ts'

/**
 * What slabs, frames and rules print on many cards, by game. Some of it is some card's name as well, or nearly: `LIFE`
 * stands on every leader of One Piece. Types of creatures are left out, since tokens are called so.
 */
const labels = wordSet(`
  surface corners centering edges mint nearmint gemmint beckett
  instant sorcery creature legendarycreature enchantment artifact land basicland planeswalker battle token saga
  enchantcreature flying vigilance haste trample deathtouch lifelink defender reach menace firststrike doublestrike
  hexproof indestructible flash ward prowess shroud fear intimidate cycling flashback morph storm equip landfall
  startyourengines regeneration
  trainer basic ability item supporter stadium tool pokemontool energy specialenergy basicenergy weakness resistance
  retreat retreatcost stage stage1 stagei stage2 evolvesfrom pokepower pokebody levelup tera vstarpower acespec
  ancienttrait pokemon poke nintendo creatures gamefreak wizards
  spellcard trapcard effect monster fusion ritual synchro xyz link pendulum 1stedition limitededition
  life leader character event don doncard trigger blocker rush onplay yourturn opponentsturn whenattacking onko main
  counter strike slash doubleattack
  action location song storyborn dreamborn floodborn hero villain ally challenger singer bodyguard support shift
  unit spell gear legend rune battlefield champion signature accelerate assault legion shield vision might reaction
  attack attackreaction defensereaction weapon equipment generic goagain dominate block resource power defense
  digimon tamer option inheritedeffect securityeffect security digivolve
`)

/** Whether a text is a word of slabs, frames and rules rather than a title. */
export const isLabel = (text: string): boolean => labels.has(foldLetters(text))
