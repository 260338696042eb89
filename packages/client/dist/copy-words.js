const conditions = {
    'Near Mint': { anywhere: 'nm|near mint|mint|nm m|nm mint|nm mt|mint near mint', alone: 'm|mt' },
    'Lightly Played': {
        anywhere: 'lp|lightly played|light played|light play|slightly played|excellent|good lightly played',
        alone: 'ex|exc',
    },
    'Moderately Played': { anywhere: 'mp|moderately played|moderate play', alone: 'good|gd|mod played' },
    'Heavily Played': { anywhere: 'hp|heavily played|heavy played|heavy play', alone: 'played|pl' },
    Damaged: { anywhere: 'dmg|damaged', alone: 'dm|d|poor|po' },
    Unopened: { anywhere: 'unopened|factory sealed', alone: 'sealed' },
};
const editions = {
    '1st Edition': { anywhere: '1st edition|first edition|1st ed|1st', alone: '1e' },
    Unlimited: { anywhere: 'unlimited edition|unlimited' },
    Limited: { anywhere: 'limited edition', alone: 'limited' },
};
const finishes = {
    Normal: { anywhere: 'nonfoil|non foil|nonholo|non holo|no foil', alone: 'normal|regular' },
    Foil: { anywhere: 'foil|traditional foil', alone: 'f' },
    'Foil Etched': { anywhere: 'etched|etched foil|foil etched', alone: 'e' },
    Holofoil: { anywhere: 'holo|holofoil|holo foil' },
    'Reverse Holofoil': {
        anywhere: 'reverse|reverse holo|reverse holofoil|reverse foil|reverse holo foil|rev holo|holo reverse',
        alone: 'rh',
    },
    'Cold Foil': { anywhere: 'cold foil' },
    'Rainbow Foil': { anywhere: 'rainbow foil' },
};
const languages = {
    English: { anywhere: 'english', alone: 'en|eng' },
    German: { anywhere: 'german|deutsch', alone: 'de|ger' },
    French: { anywhere: 'french|francais', alone: 'fr|fra' },
    Italian: { anywhere: 'italian|italiano', alone: 'it|ita' },
    Spanish: { anywhere: 'spanish|espanol', alone: 'es|spa' },
    Portuguese: { anywhere: 'portuguese|portugues', alone: 'pt|por' },
    Japanese: { anywhere: 'japanese|jpn', alone: 'jp|ja' },
    Korean: { anywhere: 'korean', alone: 'ko|kr|kor' },
    Russian: { anywhere: 'russian', alone: 'ru|rus' },
    'Chinese (S)': { anywhere: 'simplified chinese|chinese s|s chinese', alone: 'zhs|zh cn|cs|cn' },
    'Chinese (T)': { anywhere: 'traditional chinese|chinese t|t chinese', alone: 'zht|zh tw|ct|tw' },
};
const termsOf = (field, phrases) => Object.entries(phrases).flatMap(([value, { anywhere, alone }]) => [anywhere, alone].flatMap((words) => (words?.split('|') ?? []).map((phrase) => [
    phrase,
    { field, value, onlyAlone: words === alone },
])));
/** Meaning of each phrase, by its words in lower case without signs between them. */
export const copyTerms = new Map([
    ...termsOf('condition', conditions),
    ...termsOf('edition', editions),
    ...termsOf('finish', finishes),
    ...termsOf('language', languages),
]);
/** Meaning of words in a cell of a known column that are ambiguous, or mean something else, anywhere else. */
const columnTerms = {
    condition: new Map([['sp', { field: 'condition', value: 'Lightly Played', onlyAlone: true }]]),
    variant: new Map([
        ['cold', { field: 'finish', value: 'Cold Foil', onlyAlone: true }],
        ['rainbow', { field: 'finish', value: 'Rainbow Foil', onlyAlone: true }],
        ['first', { field: 'edition', value: '1st Edition', onlyAlone: true }],
    ]),
    language: new Map([['sp', { field: 'language', value: 'Spanish', onlyAlone: true }]]),
};
/** Words of the longest phrase. */
export const maxCopyTermWords = 3;
/**
 * Puts terms together; edition and finish are one variant. What contradicts itself stays, as `Near Mint, Lightly
 * Played`, which no copy has.
 */
export const copyOfTerms = (terms) => {
    const named = (field) => [
        ...new Set(terms.filter((term) => term.field === field).map(({ value }) => value)),
    ];
    const textOf = (values) => values.join(', ') || null;
    const [editions, finishes] = [named('edition'), named('finish')];
    // An edition alone is plain, and beside the name of one foil the word says nothing more.
    const redundant = editions.length > 0 && finishes.length === 1 ? 'Normal' : finishes.length > 1 ? 'Foil' : null;
    const finish = textOf(finishes.filter((value) => value !== redundant || (value === 'Foil' && finishes.includes('Normal'))));
    return {
        condition: textOf(named('condition')),
        variant: [textOf(editions), finish].filter((part) => part !== null).join(' ') || null,
        language: textOf(named('language')),
    };
};
const marks = /[\u0300-\u036f]/g;
/** The words of a cell in lower case; `NearMint` and `near_mint` are two. */
export const cellWords = (cell) => cell
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .normalize('NFKD')
    .replace(marks, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
/**
 * The terms of a cell about the copy; `null` where a word is not understood. `column` is the cell's column, where it is
 * known: `SP` is a condition and a language.
 */
export const readCopyTerms = (cell, column) => {
    const words = cellWords(cell);
    const ofColumn = column && columnTerms[column];
    const terms = [];
    for (let at = 0; at < words.length;) {
        let taken = 0;
        for (let length = Math.min(maxCopyTermWords, words.length - at); length > 0 && taken === 0; length--) {
            const phrase = words.slice(at, at + length).join(' ');
            const term = copyTerms.get(phrase) ?? ofColumn?.get(phrase);
            if (term === undefined)
                continue;
            terms.push(term);
            taken = length;
        }
        if (taken === 0)
            return null;
        at += taken;
    }
    return terms;
};
/**
 * Reads a cell that speaks of the copy and nothing else, as `NM`, `near_mint`, `Near Mint Holofoil` or `de`; `null`
 * where a word is not understood.
 */
export const readCopyWords = (cell, column) => {
    const terms = readCopyTerms(cell, column);
    return terms === null || terms.length === 0 ? null : copyOfTerms(terms);
};
