import { findsCards } from './list-columns.js';
import { cellKey } from './list-words.js';
/** Whose ids a column holds, by the key of its head. */
const ownersOfIds = new Map(Object.entries({
    Cardmarket: 'idproduct|idarticle|cardmarketid|mkmid|mcmid',
    Scryfall: 'scryfallid|scryfalluuid|oracleid',
    ManaBox: 'manaboxid',
    Gatherer: 'multiverseid|mvid',
    'Magic Online': 'mtgoid|catid',
    'Magic Arena': 'arenaid',
    Konami: 'passcode|konamiid',
    YGOPRODeck: 'ygoprodeckid|cardid',
}).flatMap(([owner, keys]) => keys.split('|').map((key) => [key, owner])));
const otherwise = 'export it with names, sets and numbers of the cards';
/** Why no card of a table can be found, in a sentence; `null` where its columns name cards, or it is none. */
export const problemOfTable = (columns) => {
    if (findsCards(columns))
        return null;
    const known = columns.fields.filter((field) => field !== null);
    const owners = [...new Set(columns.heads.flatMap((head) => ownersOfIds.get(cellKey(head)) ?? []))];
    if (known.length + owners.length < 2 || columns.heads.some((head) => /\d/.test(head)))
        return null;
    if (owners.length > 0)
        return (`The file names its cards by ids of ${owners.join(' and ')} alone, which the market does not have: ` +
            `${otherwise}.`);
    const heads = columns.heads.filter((head) => head !== '').slice(0, 12);
    return `No column of the file names its cards (it has ${heads.join(', ')}): ${otherwise}.`;
};
const isDigits = (line) => /^\d{1,10}$/.test(line);
/** A deck of the simulators of Yu-Gi-Oh!: passcodes below `#main`, `#extra` and `!side`. */
const isYdk = (lines) => lines.some((line) => /^(?:#main|#extra|!side)$/i.test(line)) &&
    lines.every((line) => /^[#!]/.test(line) || isDigits(line));
/** Why no card of a text that is no list can be found, in a sentence; `null` where it may be a list. */
export const problemOfText = (text) => {
    const lines = text
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '');
    const [first = ''] = lines;
    if (isYdk(lines) || /^ydke:\/\//i.test(first))
        return ('The deck names its cards by passcodes (YDK), which are those of all printings of a card and no ids of the ' +
            'market: export it as a text of card names.');
    if (/^<(?:\?xml|!doctype|html|deck|cockatrice)/i.test(first))
        return `The file is XML or a page, no list: ${otherwise}, as CSV or text.`;
    if (/^(?:\{$|\{\s*"|\[$|\[\s*[{"[])/.test(first))
        return `The file is JSON, no list: ${otherwise}, as CSV or text.`;
    return null;
};
