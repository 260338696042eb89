import { categorySlug, cellKey, readHead } from './list-columns.js';
import { cardsOfLine, isHeading, isRemark, readListLines } from './list-lines.js';
import { limits } from './operations.js';
import { readCsv } from './read-csv.js';
/** Copies as written: `2`, `x2`, `2x`, `2.00`. `null` for what is no whole number of copies. */
const readQuantity = (cell) => {
    const digits = /^[x×]?(\d{1,6})[x×]?(?:[.,]0{1,2})?$/i.exec(cell)?.[1];
    return cell === '' ? 1 : digits === undefined ? null : Number(digits);
};
const readId = (cell, max) => {
    const id = /^\d{1,16}$/.test(cell) ? Number(cell) : 0;
    return id >= 1 && id <= max ? id : null;
};
const falseWords = /^(?:false|no|n|0|nein|non|none|normal|regular|nonfoil|-|–)?$/i;
const trueWords = /^(?:true|yes|y|1|x|ja|oui|si|sí|✓|✔)$/i;
/** Name and number in one text. A long name gives way to its number. */
const queryOf = (name, number) => {
    if (number === '' || name.split(/[\s()[\]]+/).includes(number))
        return name.slice(0, limits.queryLength);
    return `${name.slice(0, Math.max(0, limits.queryLength - number.length - 1))} ${number}`
        .trim()
        .slice(0, limits.queryLength);
};
/** The first cell of each field that says something, and the heads of all marks that are set, such as `signed`. */
const cellsOf = ({ fields, heads }, cells) => {
    const said = {};
    for (const [at, cell] of cells.entries()) {
        const field = fields[at];
        if (field === undefined || field === null || cell === '')
            continue;
        if (field !== 'unusual')
            said[field] ??= cell;
        else if (!falseWords.test(cell))
            said.unusual = [said.unusual, heads[at]].filter(Boolean).join(', ');
    }
    return said;
};
/** A program's own meaning of a cell; `undefined` where it has none, also for `constructor`. */
const meantBy = (words, cell) => {
    const key = cellKey(cell);
    return Object.hasOwn(words, key) ? words[key] : undefined;
};
const conditionOf = ({ condition = '', unusual }, { conditions }) => {
    const meant = meantBy(conditions, condition);
    // A condition without a counterpart or a price becomes words that no copy has, so that a person is asked.
    const named = meant === null ? `${condition} (European scale)` : (meant ?? condition);
    return [named, unusual].filter(Boolean).join(', ');
};
/** A column of foils that is there says of every row whether it is one. */
const variantOf = ({ variant, foil = '' }, { hasFoil }) => {
    if (variant !== undefined)
        return variant;
    if (trueWords.test(foil))
        return 'Foil';
    return !falseWords.test(foil) ? foil : hasFoil ? 'Normal' : '';
};
/** Leaves out what is not said. */
const entryOf = ({ q, ...said }) => ({
    q,
    ...Object.fromEntries(Object.entries(said).filter(([, text]) => text !== '')),
});
const readRow = (columns, { line, text, cells, isWellFormed }) => {
    const { program, fields } = columns;
    const said = cellsOf(columns, cells);
    const { simpleName = '', name = simpleName, number = '', language = '', quantity = '' } = said;
    const q = queryOf(name.replace(/\s+/g, (blank) => (blank.includes('\n') ? ' ' : blank)), number);
    const [productId, skuId] = [
        readId(said.productId ?? '', limits.maxId),
        readId(said.skuId ?? '', Number.MAX_SAFE_INTEGER),
    ];
    const set = said.setCode ?? said.setName ?? '';
    const hasCard = q !== '' || productId !== null || skuId !== null;
    const isAlone = cells.filter((cell) => cell !== '').length === 1;
    if (isAlone && (isHeading(cells.join('')) || isRemark(text.trim()) || !hasCard))
        return [];
    // Cells of a row whose quotes do not pair stand where they should only if there are as many as columns.
    if (!isWellFormed && cells.length !== fields.length)
        return [{ line, text, quantity: null, entry: null, setName: null, game: null, productId: null, skuId: null }];
    const slug = categorySlug(said.game ?? said.category ?? '');
    const game = slug === null ? (said.game ?? null) : null;
    const entry = entryOf({
        q,
        set: (meantBy(program.sets, set) ?? set).slice(0, limits.setLength),
        category: slug ?? (game === null ? program.category : null) ?? '',
        condition: conditionOf(said, program).slice(0, limits.copyLength),
        variant: variantOf(said, columns).slice(0, limits.copyLength),
        language: (meantBy(program.languages, language) ?? language).slice(0, limits.copyLength),
    });
    const setName = said.setCode === undefined ? null : (said.setName?.slice(0, limits.setLength) ?? null);
    return [
        { line, text, quantity: readQuantity(quantity), entry: hasCard ? entry : null, setName, game, productId, skuId },
    ];
};
const readTable = (columns, records) => records.flatMap((record) => readRow(columns, record));
const readLines = (text) => {
    const written = text
        .split('\n')
        .map((line, at) => ({ line: at + 1, text: line.trim() }))
        .filter((line, at, lines) => {
        const isName = /^name\s/i.test(line.text) && /^about$/i.test(lines[at - 1]?.text ?? '');
        return line.text !== '' && !isName && !isHeading(line.text) && !isRemark(line.text);
    });
    const cards = written.flatMap((row) => cardsOfLine(row.text).map((card) => ({ row, card })));
    const lines = readListLines(cards.map(({ card }) => card));
    return cards.map(({ row, card: text }, at) => {
        const { card, ...copies } = lines[at] ?? { quantity: 1, card: text };
        const productId = /^\d{4,}$/.test(card) ? readId(card, limits.maxId) : null;
        const entry = card.length > limits.queryLength ? null : { q: productId === null ? card : '' };
        return { ...row, ...copies, entry, setName: null, game: null, productId, skuId: null };
    });
};
const separators = [',', ';', '\t', '|'];
const separatorLine = /^"?sep=(.)"?[^\n]*\n/i;
/**
 * Reads a list: a table where its first line names columns, else one card a line. Headings, remarks and rows without a
 * card are left out.
 */
export const readList = (given) => {
    const text = given
        .replace(/[\ufeff\u200b]/g, '')
        .replace(/[\u00a0\u202f]/g, ' ')
        .replace(/\r\n?/g, '\n');
    const [declared = '', own] = separatorLine.exec(text) ?? [];
    // The lines keep their numbers.
    const list = declared === '' ? text : `\n${text.slice(declared.length)}`;
    const [head = ''] = /^\s*.*/.exec(list) ?? [];
    for (const separator of own === undefined ? separators : [own]) {
        const columns = readHead(readCsv(head, separator)[0]?.cells ?? []);
        if (columns !== null)
            return readTable(columns, readCsv(list, separator).slice(1));
    }
    return readLines(list);
};
