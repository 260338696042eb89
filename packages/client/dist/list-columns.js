/** Heads of columns as programs and people write them. An id of another site is none of the market's. */
const heads = {
    name: 'name|card|card name|product|product name|title|text|nom|nombre|nome|karte|kartenname|carte|carta',
    simpleName: 'simple name',
    number: 'number|no|card number|card no|collector number|collector no|collectors number|set number|' +
        'cn|nr|nummer|kartennummer|numero',
    setCode: 'set code|edition code|expansion code|set abbreviation',
    setName: 'set name|set|edition|edition name|expansion|expansion name|extension|edicion|espansione|edicao',
    condition: 'condition|cond|grade|zustand|etat|estado|condizione|condicao',
    variant: 'variant|finish|printing',
    foil: 'foil|is foil|premium',
    language: 'language|lang|sprache|langue|idioma|lingua',
    quantity: 'quantity|qty|count|copies|amount|total quantity|add to quantity|' +
        'anzahl|menge|quantite|cantidad|quantita|quantidade',
    category: 'category',
    game: 'game|product line|spiel|jeu|juego|gioco|jogo',
    productId: 'product id|tcgplayer product id|tcgplayer id',
    skuId: 'sku|sku id|tcgplayer sku',
    unusual: 'signed|is signed|altered|is altered|altered art|alter|artist proof|misprint|proxy|is proxy|playtest card|graded|' +
        'foil quantity|foil qty|foil count',
};
/** The letters and digits of a cell in lower case without accents: `NearMint`, `near_mint` and `NEAR MINT` are one. */
export const cellKey = (cell) => cell
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase();
const keysOf = (words) => new Map(Object.entries(words).flatMap(([meant, written]) => written.split('|').map((word) => [cellKey(word), meant])));
const fieldOfHead = keysOf(heads);
const otherProgram = { conditions: {}, sets: {}, languages: {}, category: null };
/** Mint to Poor in seven steps. Its `Light Played` lies between the market's Moderately and Heavily Played. */
const europeanScale = {
    m: 'Near Mint',
    mt: 'Near Mint',
    mint: 'Near Mint',
    nm: 'Near Mint',
    nearmint: 'Near Mint',
    ex: 'Lightly Played',
    excellent: 'Lightly Played',
    gd: 'Moderately Played',
    good: 'Moderately Played',
    lp: null,
    lightplayed: null,
    pl: 'Heavily Played',
    played: 'Heavily Played',
    po: 'Damaged',
    poor: 'Damaged',
};
/**
 * Scryfall's codes of sets that have another on the market. Two of Duel Decks are other sets' there: `EVG` is the first
 * Elves vs. Goblins and `DD3` all of the Anthology.
 */
const scryfallSets = {
    ...{ dd1: 'EVG', evg: 'DD3', dvd: 'DD3', gvl: 'DD3', jvc: 'DD3' },
    ...{ cei: 'IED', cst: 'CTD', e01: 'AC2', gk1: 'GR1', h09: 'PDS', h1r: 'MH1', mp2: 'MPS2', nem: 'NMS', pd3: 'GRV' },
    ...{ palp: 'APAC', pcmp: 'CHAMPS', pelp: 'EURO', pgpx: 'GPP', pgru: 'GUR', ptkdf: 'TDP', pvan: 'VNG' },
};
/** Programs by heads that they alone write. */
const programs = [
    // ManaBox
    [['manaboxid'], { conditions: europeanScale, sets: scryfallSets, languages: {}, category: 'magic' }],
    // Dragon Shield, and Sorted, its successor
    [['foldername', 'cardname'], { conditions: europeanScale, sets: {}, languages: {}, category: null }],
    [['listname', 'cardname'], { conditions: europeanScale, sets: {}, languages: {}, category: null }],
    // Archidekt
    [['editioncode', 'finish'], { conditions: {}, sets: scryfallSets, languages: {}, category: null }],
    // Deckbox and Moxfield
    [
        ['tradelistcount', 'edition'],
        {
            conditions: { played: 'Moderately Played' },
            sets: scryfallSets,
            languages: { chinese: 'Chinese (S)' },
            category: null,
        },
    ],
];
/** Reads a line as the head of a table; `null` when it names no column by which a card can be found. */
export const readHead = (cells) => {
    const keys = cells.map((cell) => (cell === '#' ? 'number' : cellKey(cell)));
    // In a seller's pricing export `TCGplayer Id` is the id of a SKU.
    const isPricingExport = keys.includes('tcgplayerid') && keys.includes('productline');
    const fields = keys.map((key) => isPricingExport && key === 'tcgplayerid' ? 'skuId' : (fieldOfHead.get(key) ?? null));
    if (!fields.some((field) => field === 'name' || field === 'productId' || field === 'skuId'))
        return null;
    const program = programs.find(([own]) => own.every((head) => keys.includes(head)))?.[1] ?? otherProgram;
    return { fields, heads: cells, hasFoil: fields.includes('foil'), program };
};
/** Slugs of product lines by their other names. */
const categories = {
    magic: 'magic|magic the gathering|mtg',
    pokemon: 'pokemon|pokemon tcg|ptcg',
    yugioh: 'yugioh|yu gi oh|ygo',
    'pokemon-japan': 'pokemon japan',
    'one-piece-card-game': 'one piece|one piece card game|optcg',
    'flesh-and-blood-tcg': 'flesh and blood|flesh and blood tcg|flesh & blood tcg|fab',
};
const slugOfCategory = keysOf(categories);
/** Slug of a product line by the names that it is known by, or `null`. */
export const categorySlug = (name) => slugOfCategory.get(cellKey(name)) ?? null;
