/** Words that head a part of a deck list. */
const sections = new Set([
    'deck|main|main deck|maindeck|mainboard|side|sideboard|side board|side deck|extra deck|maybeboard|considering',
    'commander|commanders|companion|companions|oathbreaker|signature spell|signature spells',
    'attractions|stickers|tokens|about|planeswalker|planeswalkers',
    'creature|creatures|instant|instants|sorcery|sorceries|artifact|artifacts|enchantment|enchantments',
    'battle|battles|land|lands|basic land|basic lands|spell|spells|trap|traps|monster|monsters|fusion',
    'pokemon|trainer|trainers|energy|energies|supporter|supporters|item|items|stadium|stadiums|tool|tools',
    'total cards|total',
    'leader|character|characters|event|events|stage|stages',
    // Magic: The Gathering Arena in other languages
    'kommandeur|reserve|統率者|デッキ|サイドボード',
].flatMap((words) => words.split('|')));
/**
 * Whether a line heads a part of a list, such as `Deck`, `Sideboard (15)`, `Pokémon: 12`, `Trainer - 9` or anything
 * that ends in a colon. A count before such a word makes it a card.
 */
export const isHeading = (line) => {
    if (/\D:$/.test(line))
        return true;
    // The longest of these words has 20 letters; any length would take quadratic time.
    const [, word = ''] = /^(.{0,40}?)[\s:–-]*[([]?\d{0,3}[)\]]?$/.exec(line) ?? [];
    return sections.has(word
        .normalize('NFKD')
        .replace(/[\u0300-\u036f]/g, '')
        .normalize('NFC')
        .toLowerCase());
};
/** Whether a line holds no card but a remark, or a rule of signs. */
export const isRemark = (line) => /^(?:\/\/|#|!side$)/i.test(line) || !/[\p{L}\p{N}]/u.test(line) || /^\*{3,}/.test(line);
/**
 * The cards of a line: several behind Flesh and Blood's `Equipment:`, one behind its `Hero:` and `Weapons:`, whose
 * names have commas of their own.
 */
export const cardsOfLine = (line) => {
    const [, label, cards = line] = /^(hero|weapons?|equipment):\s*(?=\p{L})(.*)$/iu.exec(line) ?? [];
    return label?.toLowerCase() === 'equipment' ? cards.split(/,\s+/) : [cards];
};
/** Signs before a card that say where it is: bullets, and `SB:` for the sideboard. */
const places = /^(?:[*•·–—-]\s+|SB:\s*)/i;
/**
 * Archidekt's and Moxfield's own notes behind a card: labels between carets, categories in brackets behind the set's
 * code, and tags.
 */
const notes = [
    /\s\^[^^]*\^/g,
    /(?<=\([^()]*\)[^[]*)\s\[[^[\]]*\]/g,
    /\s\[[^[\]{]*\{[^[\]]*\]/g,
    /\s`[^`]*`/g,
    /\s#\s?!?\p{L}[^#]*(?=\s#|$)/gu,
];
/** A count beyond doubt, at the beginning of a line, at its end or between two words: `4x`, `x4`, `4,` or ` x4`. */
const counts = [
    /^(\d{1,3})\s?[x×]\s+(?=\S)/i,
    /^(\d{1,3})[x×](?=[\p{L}"'][\p{L}"'-])/iu,
    /^[([](\d{1,3})[)\]]\s+(?=\S)/,
    /^(\d{1,3})[,;\t]\s*(?=\S)/,
    /^[x×]\s?(\d{1,3})\s+(?=\S)/i,
    /\s[x×]\s?(\d{1,3})$/i,
    // Between the card and its set, but no `weakness x2`
    /(?<!weakness|resistance|damage)\s[x×](\d{1,3})(?=\s)/i,
];
/** `4 Pikachu`, which counts where lists do, and else may be a collector number. */
const bareCount = /^([1-9]\d{0,2})\s+(?=\S)/;
/**
 * Bare numbers above this are as likely a part of the name (`151 Elite Trainer Box`) or the card's number: the service,
 * which knows the cards, has to say that they count.
 */
const maxBareCount = 30;
const take = (count, card) => {
    const digits = count.exec(card)?.[1];
    const rest = digits === undefined ? '' : card.replace(count, '').trim();
    return rest === '' ? null : { quantity: Number(digits), card: rest };
};
const countCell = /^[x×]\s?(\d{1,3})$|^(\d{1,3})\s?[x×]$/i;
/** A number that no count is: `4/102`, `OP01-025`. */
const cardNumber = /\d\/[a-z]*\d|[a-z]\d*-[a-z]*\d/i;
/** The count in a cell behind the card: `x3`, or a bare `3` beside a number that can only be the card's. */
const takeCell = (card) => {
    const cells = card.split(/(?=[,;\t])/);
    const hasCardNumber = cardNumber.test(card);
    const at = cells.findIndex((cell, index) => {
        const text = cell.slice(1).trim();
        return index > 0 && (countCell.test(text) || (hasCardNumber && /^\d{1,2}$/.test(text)));
    });
    const digits = /\d+/.exec(cells[at] ?? '')?.[0];
    return digits === undefined || card.includes('"')
        ? null
        : { quantity: Number(digits), card: cells.filter((_, index) => index !== at).join('') };
};
/**
 * Reads the lines of a list without what speaks of the list. Bare numbers before the cards are counts where at least
 * half of the lines have a count.
 */
export const readListLines = (lines) => {
    const cards = lines.map((line) => notes.reduce((rest, note) => rest.replace(note, ''), line.replace(places, '')).trim());
    const counted = cards.map((card) => counts.map((count) => take(count, card)).find((line) => line !== null) ?? takeCell(card));
    const bare = cards.map((card, at) => {
        const line = counted[at] ?? take(bareCount, card);
        const isUnsure = counted[at] === null && line !== null && (line.quantity ?? 0) > maxBareCount;
        return isUnsure ? { quantity: null, card, mayCount: line.quantity } : line;
    });
    const areCounts = bare.filter((line) => line !== null).length * 2 >= cards.length;
    return cards.map((card, at) => (areCounts ? bare : counted)[at] ?? { quantity: 1, card });
};
