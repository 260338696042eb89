import { scryfallSets, soldAs } from './scryfall-sets.js';
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
/** Magic Online's codes of the sets before 2003, by which MTGGoldfish names them too. */
const magicOnlineSets = {
    ...{ '1e': 'LEA', '2e': 'LEB', '2u': '2ED', '3e': '3ED', '4e': '4ED', '5e': '5ED', '6e': '6ED', '7e': '7ED' },
    ...{ ia: 'ICE', al: 'ALL', hm: 'HML', mi: 'MIR', vi: 'VIS', wl: 'WTH', te: 'TMP', st: 'STH', ex: 'EXO' },
    ...{ uz: 'USG', ul: 'ULG', ud: 'UDS', mm: 'MMQ', ne: 'NMS', pr: 'PCY', in: 'INV', ps: 'PLS', ap: 'APC', od: 'ODY' },
    ...{ plist: 'LIST', nem: 'NMS' },
};
const asOnTheMarket = { category: null, conditions: {}, sets: {}, languages: {}, hasScryfallCodes: false };
const scryfall = { ...asOnTheMarket, sets: scryfallSets, hasScryfallCodes: true };
export const otherProgram = { heads: [], ...asOnTheMarket };
/**
 * The first whose heads a table has is the program that wrote it; its source stands above it, seen in November 2026.
 * These say all in the market's words and need no row: DotGG (riftbound.gg/collection), Decked Builder and Deckstats
 * (oflannabhra/transmute), Delver Lens and the app of TCGplayer (EchoMTG/mtg-csv-reader), Collectr and PSA
 * (stoyreo/psa-collectr-matrix), PriceCharting (pricecharting.com/api-documentation).
 */
export const listPrograms = [
    // ManaBox: manabox.app/guides/collection/import-export
    { ...scryfall, heads: ['manaboxid'], category: 'magic', conditions: europeanScale },
    // Dragon Shield, and Sorted, its successor: Chazmus/dragonshield-converter, tests/resources/dragon-shield.csv
    { ...asOnTheMarket, heads: ['foldername', 'cardname'], conditions: europeanScale },
    { ...asOnTheMarket, heads: ['listname', 'cardname'], conditions: europeanScale },
    // Archidekt: archidekt.com/news/5891613
    { ...scryfall, heads: ['editioncode', 'finish'] },
    // Moxfield and Deckbox: moxfield.com/help/importing-collection
    {
        ...scryfall,
        heads: ['tradelistcount', 'edition'],
        conditions: { played: 'Moderately Played' },
        languages: { chinese: 'Chinese (S)' },
    },
    // Helvault: oflannabhra/transmute, README.md
    { ...scryfall, heads: ['extras', 'scryfallid', 'name'], category: 'magic' },
    // TopDecked: mtggoldfish.com/help/import_formats
    { ...scryfall, heads: ['signing', 'alteration', 'setcode'], category: 'magic' },
    // MTGGoldfish: mtggoldfish.com/help/import_formats
    { ...asOnTheMarket, heads: ['card', 'setid', 'setname', 'foil'], category: 'magic', sets: magicOnlineSets },
    // Magic Online: oflannabhra/transmute, README.md
    { ...asOnTheMarket, heads: ['cardname', 'collector', 'premium'], category: 'magic', sets: magicOnlineSets },
    // Urza's Gatherer: nicho92/MtgDesktopCompanion, UrzaGathererExport.java
    {
        ...asOnTheMarket,
        heads: ['foilcount', 'specialfoilcount', 'languages'],
        category: 'magic',
        conditions: europeanScale,
    },
    // FaBrary: Jazzman1976/FabCollectionTool, docs/Fabrary Export Beispiel.csv
    { ...asOnTheMarket, heads: ['identifier', 'pitch', 'foiling', 'have'], category: 'flesh-and-blood-tcg' },
    // YGOPRODeck: zephyros-dev/ygoprodeck-input, main.py
    { ...asOnTheMarket, heads: ['cardname', 'cardq', 'cardcode'], category: 'yugioh' },
    // Dreamborn, a file of the collection: dreamborn.ink/collection
    { ...asOnTheMarket, heads: ['normal', 'foil', 'name', 'cardnumber', 'color'], category: 'lorcana-tcg' },
    // Dreamborn, a file for its import: bengeendokter/tcg-app-to-dreamborn, bulk_add_sample.csv
    { ...asOnTheMarket, heads: ['setnumber', 'cardnumber', 'variant', 'count'], category: 'lorcana-tcg' },
];
/** The set of a row as the market has it. */
export const setOnMarket = ({ sets, hasScryfallCodes }, code, number) => {
    const key = code.toLowerCase();
    if (hasScryfallCodes)
        return soldAs(code, number);
    return { set: (Object.hasOwn(sets, key) ? sets[key] : undefined) ?? code, setName: null };
};
