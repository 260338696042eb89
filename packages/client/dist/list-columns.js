import { finishColumns, readFinishHead } from './list-finishes.js';
import { listPrograms, otherProgram } from './list-programs.js';
import { cellKey, meaningsOf } from './list-words.js';
/** Heads of columns as programs and people write them. An id of another site is none of the market's. */
const heads = {
    name: 'name|card|card name|card title|product|product name|title|text|subject|' +
        'nom|nombre|nome|karte|kartenname|carte|carta',
    simpleName: 'simple name',
    variation: 'variation|treatment',
    number: 'number|no|card number|card no|collector number|collector no|collectors number|collector|set number|card code|' +
        'print number|variant number|cn|nr|nummer|kartennummer|numero',
    cardId: 'card id|printing id',
    code: 'code',
    setCode: 'set code|edition code|expansion code|set abbreviation|set abbr|set symbol|expansion symbol|set prefix|' +
        'set short name|release code',
    setId: 'set id|edition id|expansion id',
    setName: 'set name|set|card set|edition name|expansion|expansion name|extension|edicion|espansione|edicao',
    lineAndSet: 'console name',
    rarity: 'rarity|card rarity',
    condition: 'condition|cond|card condition|zustand|etat|estado|condizione|condicao',
    grade: 'grade|card grade|item grade|psa grade|bgs grade|cgc grade|sgc grade|grading|include string',
    grader: 'grade issuer|grader|grading company|grading service|graded by',
    certificate: 'cert number|cert no|cert|certificate|certification number|certificate number|grading cert id|psa cert',
    variant: 'variant|finish|printing|variance|extras|foil type|card finish|card edition',
    edition: 'edition',
    foil: 'foil|is foil|foiling|premium',
    language: 'language|languages|lang|sprache|langue|idioma|lingua',
    quantity: 'quantity|qty|count|copies|amount|total quantity|total qty|total count|card q|stock quantity|in stock|' +
        'number of copies|quantity x|anzahl|menge|quantite|cantidad|quantita|quantidade',
    addedQuantity: 'add to quantity',
    owned: 'have|owned|quantity owned|qty owned|total qty owned',
    category: 'category',
    game: 'game|product line|spiel|jeu|juego|gioco|jogo',
    productId: 'product id|tcgplayer product id|tcgplayer id',
    skuId: 'sku|sku id|tcgplayer sku',
    unusual: 'signed|is signed|signing|signature|autographed|altered|is altered|alteration|altered art|alter|artist proof|' +
        'misprint|proxy|is proxy|playtest card|graded|is graded',
};
const fieldOfHead = meaningsOf(heads);
/** Words of heads that say nothing of the card and its copy: what was paid, where it lies, what it looks like. */
const passedOver = new Set(('price|prices|cost|paid|value|worth|market|low|mid|high|trend|average|avg|usd|eur|currency|msrp|roi|signal|' +
    'date|time|added|modified|updated|created|acquired|purchase|purchased|bought|folder|binder|list|deck|portfolio|' +
    'location|box|page|tag|tags|note|notes|comment|comments|label|watchlist|wishlist|want|trade|tradelist|points|' +
    'status|pinned|source|url|link|image|photo|picture|id|ids|mvid|multiverse|oracle|scryfall|uuid|color|colors|' +
    'colour|identity|identities|mana|cmc|type|types|text|artist|pennies|ink|inkable|lore|strength|willpower|level|' +
    'attribute|race|atk|def|hp|year|population|pop|override|user|owner|promo|textless|string|played|power|toughness|' +
    'sku|set|release|released|block|series|total|print|printnumber|seller|reserve|index|row|board|' +
    'commander|identifier|author|sell').split('|'));
/** Whether a head is one that nothing is lost by. */
const isPassedOver = (head) => head
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .some((word) => passedOver.has(word) || /^\d*$/.test(word));
const setFields = ['setCode', 'setId', 'setName', 'edition', 'lineAndSet', 'code'];
const numberFields = ['number', 'cardId', 'code'];
/** Whether cards can be found by these columns. */
export const findsCards = ({ fields, hasCardCodes }) => {
    const has = (wanted) => fields.some((field) => wanted.includes(field));
    return hasCardCodes || has(['name', 'simpleName', 'productId', 'skuId']) || (has(['number']) && has(setFields));
};
/** The code of a card with its set: `OGN-068`, `OP01-001`, `RA01-EN008`. */
export const isCardCode = (cell) => /^[a-z][a-z0-9]{0,6}-[a-z]{0,3}\d{1,4}[a-z]?$/i.test(cell);
const isSetHead = (key) => setFields.includes(fieldOfHead.get(key) ?? null);
/** What a head means beside the others. */
const fieldBeside = (key, keys) => {
    // In a seller's pricing export `TCGplayer Id` is the id of a SKU.
    if (key === 'tcgplayerid' && keys.includes('productline'))
        return 'skuId';
    // PriceCharting's is the owner's.
    if (key === 'sku' && keys.includes('consolename'))
        return null;
    // Beside the card's number, `Set Number` is the set's.
    if (key === 'setnumber' && keys.includes('cardnumber'))
        return 'setCode';
    const field = fieldOfHead.get(key) ?? null;
    // Where another column says the finish and none the set, `Printing` is the set's code, as TappedOut has it.
    const namesSet = key === 'printing' && keys.includes('foil') && !keys.some((other) => isSetHead(other));
    return namesSet ? 'setCode' : field;
};
/** Reads the first line of a table, whose cells below tell what columns of finishes are. */
export const readColumns = (cells, rows) => {
    const keys = cells.map((cell) => (cell === '#' ? 'number' : cellKey(cell)));
    const named = keys.map((key) => fieldBeside(key, keys));
    const finishes = cells.map((cell, at) => named[at] === null || named[at] === 'foil'
        ? (readFinishHead(cell) ?? (named[at] === 'foil' ? { finish: 'Foil', isCount: false } : null))
        : null);
    const kinds = finishColumns(finishes, rows);
    const fields = named.map((field, at) => {
        const isLeftOut = field === 'owned' && rows.every((row) => (row[at] ?? '') === '');
        return isLeftOut || (field === 'foil' && kinds[at] !== 'marks') ? null : field;
    });
    const unknownHeads = cells.filter((cell, at) => cell !== '' && fields[at] === null && (kinds[at] === null || kinds[at] === 'other') && !isPassedOver(cell));
    const finishCells = (kind) => new Map(finishes.flatMap((head, at) => head === null || kinds[at] !== kind || fields[at] === 'foil'
        ? []
        : [[at, { head: cells[at], finish: head.finish }]]));
    const program = listPrograms.find(({ heads }) => heads.every((head) => keys.includes(head))) ?? otherProgram;
    return {
        fields,
        heads: cells,
        counts: finishCells('counts'),
        marks: finishCells('marks'),
        gradeHead: (cells[fields.indexOf('grade')] ?? '').replace(/[_-]+/g, ' '),
        hasCardCodes: rows.some((row) => row.some((cell, at) => numberFields.includes(fields[at] ?? null) && isCardCode(cell))),
        hasFoil: fields.includes('foil'),
        unknownHeads,
        program,
    };
};
