import { copiesOf } from './copies-of.js';
import { CardMarketError } from './error.js';
import { cellKey } from './list-words.js';
import { limits, } from './operations.js';
import { agreed, isInSet, isOfStrangeSet, settle } from './settle-row.js';
const lists = ['productIds', 'skuIds', 'cards'];
/** The service answers cards that say the same once, whatever the order of their fields. */
const keyOf = ({ list, entry }) => {
    if (list !== 'cards')
        return `${list} ${entry}`;
    const { q, set, category, condition, variant, language } = entry;
    return `${list} ${JSON.stringify([q, set, category, condition, variant, language])}`;
};
/** @throws CardMarketError when there are not as many answers as entries: nobody could tell whose they are */
const checkCount = (results, entries) => {
    if (results.length === entries)
        return;
    const message = `${results.length} answers came to ${entries} entries.`;
    throw new CardMarketError({
        code: 'unexpected_answer',
        message,
        status: 200,
        requestId: null,
        retryAfterSeconds: null,
    });
};
const cardAsk = (entry) => entry === null || entry.q === '' ? null : { list: 'cards', entry };
/** A SKU says more than a product. */
const idAsk = ({ productId, skuId }) => {
    if (skuId !== null)
        return { list: 'skuIds', entry: skuId };
    return productId === null ? null : { list: 'productIds', entry: productId };
};
/** The service's answer to each entry: each is asked for once, a hundred in a request. */
const createAnswers = (client, onProgress) => {
    const known = new Map();
    let failure = null;
    return {
        /** @throws CardMarketError when the very first request fails; a later failure ends the asking */
        ask: async (asks) => {
            const different = new Map(asks.filter((one) => one !== null).map((one) => [keyOf(one), one]));
            const open = [...different].filter(([key]) => !known.has(key)).map(([, one]) => one);
            for (let at = 0; at < open.length && failure === null; at += limits.entriesPerRequest) {
                const batch = open.slice(at, at + limits.entriesPerRequest);
                // Results come in this order.
                const sorted = lists.flatMap((list) => batch.filter((one) => one.list === list));
                const entries = lists.map((list) => [list, batch.filter((one) => one.list === list).map(({ entry }) => entry)]);
                try {
                    const { data } = await client.lookUpPrices(Object.fromEntries(entries));
                    checkCount(data.results, sorted.length);
                    for (const [index, one] of sorted.entries())
                        known.set(keyOf(one), data.results[index]);
                }
                catch (error) {
                    if (!(error instanceof CardMarketError) || known.size === 0)
                        throw error;
                    failure = error;
                }
                onProgress(Math.min(open.length, at + limits.entriesPerRequest), open.length);
            }
        },
        to: (one) => (one == null ? undefined : known.get(keyOf(one))),
        failure: () => failure,
    };
};
const pricedRow = (row, found) => {
    const copies = copiesOf(row, found?.identification?.parsed);
    const nothing = { card: null, identification: null, productId: null, unclear: null, price: null, fetchedAt: null };
    if (found === undefined)
        return { row, status: 'unreadable', code: null, copies, ...nothing };
    const { identification, productId, unclear, price, fetchedAt, status, code } = found;
    const card = identification?.candidates.find((candidate) => candidate.productId === productId) ?? null;
    const settled = { code, card, identification, productId, unclear, price, copies, fetchedAt };
    return { row, status: copies === null ? 'unreadable' : status, ...settled };
};
/**
 * Prices the rows of a list. When a later request fails, every row with a question left open has its code, also where
 * another of its questions was answered.
 * @throws CardMarketError when the first one fails
 */
export const priceList = async (client, rows, { category = null, onProgress = () => { } } = {}) => {
    const answers = createAnswers(client, onProgress);
    const namesLine = ({ entry, game }) => entry?.category !== undefined || game !== null;
    const categories = rows.some(namesLine) ? (await client.listCategories()).data.categories : [];
    const slugs = new Map(categories.flatMap(({ slug, name }) => [slug, name].map((named) => [cellKey(named), slug])));
    /** Slug of the product line that a row names. */
    const lineOf = ({ entry, game }) => slugs.get(cellKey(entry?.category ?? game ?? ''));
    const isOfUnknownLine = (row) => namesLine(row) && lineOf(row) === undefined;
    const entryOf = (row) => {
        if (row.entry === null || isOfUnknownLine(row))
            return null;
        const line = lineOf(row) ?? category;
        return line === null ? row.entry : { ...row.entry, category: line };
    };
    const asked = rows.map((row) => ({ row, words: cardAsk(entryOf(row)), id: idAsk(row) }));
    await answers.ask(asked.flatMap(({ words, id }) => [words, id]));
    const named = asked.map((one) => {
        const [entry, found] = [entryOf(one.row), answers.to(one.words)];
        const { setName } = one.row;
        const isCertain = setName === null || found === undefined || isInSet(found, setName);
        const { set, ...anywhere } = entry ?? { q: '' };
        const isStrange = set !== undefined && isOfStrangeSet(found, answers.to(one.id));
        return {
            ...one,
            name: isCertain || entry === null ? null : cardAsk({ ...entry, set: setName }),
            anywhere: isStrange ? cardAsk(anywhere) : null,
        };
    });
    await answers.ask(named.flatMap(({ name, anywhere }) => [name, anywhere]));
    /** Why a row is not settled, whatever its other answers say. */
    const failureOf = ({ words, id, name, anywhere, }) => {
        if ([words, id, name, anywhere].some((one) => one !== null && answers.to(one) === undefined))
            return answers.failure()?.code ?? null;
        const isOpen = (answer) => answer?.status === 'unavailable';
        const byWords = answers.to(words);
        // Words that were read speak for or against an id, though their price is not known.
        const open = [answers.to(name), answers.to(id), byWords?.identification === null ? byWords : undefined].find(isOpen);
        return open?.code ?? null;
    };
    return named.map((one) => {
        const { row, words, id, name } = one;
        const code = failureOf(one);
        if (code !== null)
            return { ...pricedRow(row, undefined), status: 'unavailable', code };
        const byWords = agreed(answers.to(words), answers.to(name));
        const found = settle(row, byWords, answers.to(id), answers.to(one.anywhere));
        if (found === undefined && isOfUnknownLine(row))
            return { ...pricedRow(row, undefined), status: 'needs_review', code: 'unknown_category' };
        return pricedRow(row, found);
    });
};
