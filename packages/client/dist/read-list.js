import { findsCards, readColumns } from './list-columns.js';
import { cardsOfLine, isHeading, isRemark, readListLines } from './list-lines.js';
import { problemOfTable, problemOfText } from './list-problems.js';
import { digital, isDigitalLine, readId, readRow } from './list-rows.js';
import { limits } from './operations.js';
import { readCsv } from './read-csv.js';
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
        const isDigital = isDigitalLine(card);
        const condition = isDigital ? { condition: digital } : {};
        const entry = card.length > limits.queryLength ? null : { q: productId === null ? card : '', ...condition };
        const unusual = isDigital ? { unusual: digital } : {};
        return { ...row, ...copies, entry, setName: null, game: null, productId, skuId: null, ...unusual };
    });
};
const separators = [',', ';', '\t', '|'];
const separatorLine = /^"?sep=(.)"?[^\n]*\n/i;
/** The head of a table is among so many lines, below the title of a report. */
const maxHeadLines = 10;
/** Words that may be heads below another line, before they are taken for them. */
const minHeadsBelow = 3;
const cellsOf = (records) => records.map(({ cells }) => cells);
/** The head of a table among the first lines of a text, whose cells this parts; `null` where none names columns. */
const findHead = (text, separator) => {
    const lines = text.split('\n', maxHeadLines + 1).slice(0, maxHeadLines);
    const records = readCsv(lines.join('\n'), separator);
    for (const [at, record] of records.entries()) {
        const columns = readColumns(record.cells, cellsOf(records.slice(at + 1)));
        const known = columns.fields.filter((field) => field !== null).length;
        if (at > 0 && known < minHeadsBelow)
            continue;
        if (findsCards(columns) || problemOfTable(columns) !== null)
            return record;
    }
    return null;
};
const readTable = ({ line, cells }, records) => {
    const below = records.filter((record) => record.line > line);
    const columns = readColumns(cells, cellsOf(below));
    const { unknownHeads } = columns;
    const problem = problemOfTable(columns);
    if (problem !== null)
        return { rows: [], unknownHeads, problem };
    return { rows: below.flatMap((record) => readRow(columns, record)), unknownHeads, problem };
};
/**
 * Reads a list: a table where a line names columns, else one card a line. Headings, remarks and rows without a card are
 * left out. A list of which nothing can be understood has a problem and no rows.
 */
export const readWholeList = (given) => {
    const text = given
        .replace(/[\ufeff\u200b]/g, '')
        .replace(/[\u00a0\u202f]/g, ' ')
        .replace(/\r\n?/g, '\n');
    const problem = problemOfText(text);
    if (problem !== null)
        return { rows: [], unknownHeads: [], problem };
    const [declared = '', own] = separatorLine.exec(text) ?? [];
    // The lines keep their numbers.
    const list = declared === '' ? text : `\n${text.slice(declared.length)}`;
    for (const separator of own === undefined ? separators : [own]) {
        const head = findHead(list, separator);
        if (head !== null)
            return readTable(head, readCsv(list, separator));
    }
    return { rows: readLines(list), unknownHeads: [], problem };
};
/** The rows of a list, as `readWholeList` finds them. */
export const readList = (given) => [...readWholeList(given).rows];
