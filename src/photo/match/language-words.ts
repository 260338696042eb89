import { wordSet } from '../../cards/word-set.ts'

/** A language of cards by the words that its cards are made of, without accents. */
export interface LanguageWords {
  readonly language: string
  /** What the games print on many cards: types, headings, rules. Each is at home in this language alone. */
  readonly ofGames: ReadonlySet<string>
  /** Frequent words that most of the other languages do not have. */
  readonly common: ReadonlySet<string>
}

export const languageWords: readonly LanguageWords[] = [
  {
    language: 'English',
    ofGames: wordSet(`
      weakness resistance retreat evolves basic stage trainer supporter rule damage discard attach energy attack
      defending opponent bench hand draw deck turn card cards creature creatures instant sorcery enchantment artifact
      planeswalker legendary land token flying trample counter target battlefield graveyard library mana summon effect
      spell trap monster monsters tribute tuner fusion warrior character leader event edition illustration knowledge
      shuffle search your youropponent
    `),
    common: wordSet(`
      the of and to you this that your from with may its is are each when if it as cannot into put another other up
      until end
    `),
  },
  {
    language: 'German',
    ofGames: wordSet(`
      schwache resistenz ruckzug entwickelt basis phase trainerkarte unterstutzer schaden ablagestapel energie angriff
      verteidigende gegner gegners handkarten ziehe ziehst karte karten kreatur kreaturen spontanzauber hexerei
      verzauberung artefakt legendare flugverursacht fliegend trampelschaden marke lebenspunkt lebenspunkte
      zauberkarte fallenkarte monster beschworung effekt friedhof spielfeld spieler zuges zug auflage illustriert elfe
      schutzwall
    `),
    common: wordSet(`
      der die das und ein eine einen einer eines dein deine deiner deinen du ist nicht wenn mit von auf fur bis zum
      zur dem den im wird werden kann oder dieser diese dieses jede jeder falls dazu
    `),
  },
  {
    language: 'French',
    ofGames: wordSet(`
      faiblesse resistance retraite niveau dresseur supporter degats defausse energie attaque adversaire adverse banc
      main piochez pioche carte cartes creature creatures ephemere rituel enchantement artefact legendaire vol
      pietinement marqueur champ bataille cimetiere bibliotheque invocation effet magie piege monstre monstres
      tonnerre guerrier fusion evolution evolue edition chasseur terrain
    `),
    common: wordSet(`
      le la les des du une un et ou votre vos dans est sur avec pour par que qui ne pas ce cette ces vous aux au son
      sa ses si sous jusqua fin tour
    `),
  },
  {
    language: 'Italian',
    ofGames: wordSet(`
      debolezza resistenza ritirata livello allenatore aiuto danni danno scarta energia attacco avversario panchina
      mano pesca mazzo carta carte creatura creature istantaneo istantanee stregoneria incantesimo artefatto
      leggendaria volare travolgere segnalino campo battaglia cimitero grimorio evocazione effetto magia magie
      trappola mostro mostri guerriero evolve terra base essere lanciate lanci
    `),
    common: wordSet(`
      il lo gli dei delle della del di che una uno un per con nel nella tuo tua tuoi se non sono questo questa puoi
      ogni fino alla al piu meno quando
    `),
  },
  {
    language: 'Spanish',
    ofGames: wordSet(`
      debilidad resistencia retirada nivel entrenador partidario dano descarta energia ataque rival oponente banca
      mano roba mazo carta cartas criatura criaturas instantaneo conjuro encantamiento artefacto legendaria vuela
      arrolla contador campo batalla cementerio biblioteca invocacion efecto magica trampa monstruo monstruos guerrero
      evoluciona tierra tierras hechizo
    `),
    common: wordSet(`
      el los las del de una uno un y o tu tus su sus en con por para que si no es esta este puedes cada hasta al
      cuando otro otra
    `),
  },
  {
    language: 'Portuguese',
    ofGames: wordSet(`
      fraqueza resistencia recuo estagio treinador apoiador dano descarte energia ataque oponente banco mao compre
      baralho carta cartas criatura criaturas instantanea feitico encantamento artefato lendaria voar atropelar
      marcador campo batalha cemiterio grimorio invocacao efeito magia armadilha monstro monstros guerreiro evolui
      terreno terrenos magica
    `),
    common: wordSet(`
      o os as do da dos das uma um e ou seu sua seus em com por para que se nao voce ao esta este pode cada ate no na
      quando outro outra
    `),
  },
]
