/**
 * Scryfall's codes of sets that have another on the market. Two of Duel Decks are other sets' there: `EVG` is the first
 * Elves vs. Goblins and `DD3` all of the Anthology. The List is a set of its own, whatever set its cards are from.
 */
export const scryfallSets = {
    ...{ dd1: 'EVG', evg: 'DD3', dvd: 'DD3', gvl: 'DD3', jvc: 'DD3' },
    ...{ cei: 'IED', cst: 'CTD', e01: 'AC2', gk1: 'GR1', h09: 'PDS', h1r: 'MH1', mp2: 'MPS2', nem: 'NMS', pd3: 'GRV' },
    ...{ palp: 'APAC', pcmp: 'CHAMPS', pelp: 'EURO', pgpx: 'GPP', pgru: 'GUR', ptkdf: 'TDP', pvan: 'VNG' },
    ...{ plst: 'LIST', plist: 'LIST', ulst: 'LIST' },
};
/** Sets of Scryfall that are parts of one of the market's: what promos of many years and places are sold as. */
const promoSets = [
    [/^mb1$/, 'The List Reprints'],
    [/^(?:wc(?:9[7-9]|0[0-4])|ptc)$/, 'World Championship Decks'],
    [/^f\d\d$/, 'FNM Promos'],
    [/^[gj]\d\d$/, 'Judge Promos'],
    [/^p(?:0[3-9]|1[01])$/, 'Magic Player Rewards'],
    [/^l1\d$/, 'League Promos'],
    [/^(?:pal\d\d|parl)$/, 'Arena Promos'],
    [/^rin$/, 'Renaissance'],
    [/^fjmp$/, 'Jumpstart'],
    [/^pf(?:19|2\d)$/, 'MagicFest Cards'],
    [/^(?:oarc|ohop|oe01|opc[2a]|oc\d\d|ocmd|ocm1|parc|phop)$/, 'Oversize Cards'],
];
/** Real sets whose codes look like those of a set's tokens. */
const noTokens = new Set(['tfth', 'tbth', 'tdag', 'thp1', 'thp2', 'thp3']);
/**
 * Sets that were only ever sold on a screen: those of Arena with its yearly and rebalanced cards, those of Magic
 * Online, and two of old computer games.
 */
const digitalSets = new RegExp(`^(?:${[
    ...['y\\d\\d', 'y[a-z][a-z0-9]{2}', 'ha[1-7]', 'a[nj][ab]', 'xana', 'oana', 'pana', 'akr', 'klr', 'sir', 'sis'],
    ...['pio', 'om1', 'hbg', 'j21', 'ajmp', 'ea[1-3]', 'me[1-4]', 'vma', 'tpr', 'td[02]', 'pz[12]', 'prm', 'pmoda'],
    ...['past', 'psdg'],
].join('|')})$`);
/** Whether a set of this code has no cards of paper. */
export const isDigitalSet = (code) => digitalSets.test(code.toLowerCase());
/**
 * The set that a card is sold in, by Scryfall's code of its set and its number: promos with an `s` behind the number
 * are prerelease cards, those with a `p` of a promo pack that only the number tells, and tokens belong to the set that
 * they were made for.
 */
export const soldAs = (code, number) => {
    const key = code.toLowerCase();
    const known = Object.hasOwn(scryfallSets, key) ? scryfallSets[key] : undefined;
    if (known !== undefined)
        return { set: known, setName: null };
    const promo = promoSets.find(([codes]) => codes.test(key));
    if (promo !== undefined)
        return { set: code, setName: promo[1] };
    if (/^p[a-z0-9]{3}$/.test(key) && /^\d+s★?$/.test(number))
        return { set: code, setName: 'Prerelease Cards' };
    if (/^p[a-z0-9]{3}$/.test(key) && /^\d+p$/.test(number))
        return { set: '', setName: null };
    if (/^t[a-z0-9]{3}$/.test(key) && !noTokens.has(key))
        return soldAs(key.slice(1).toUpperCase(), number);
    return { set: code, setName: null };
};
