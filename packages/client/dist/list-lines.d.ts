/**
 * Whether a line heads a part of a list, such as `Deck`, `Sideboard (15)`, `Pokémon: 12`, `Trainer - 9` or anything
 * that ends in a colon. A count before such a word makes it a card.
 */
export declare const isHeading: (line: string) => boolean;
/** Whether a line holds no card but a remark, or a rule of signs. */
export declare const isRemark: (line: string) => boolean;
/**
 * The cards of a line: several behind Flesh and Blood's `Equipment:`, one behind its `Hero:` and `Weapons:`, whose
 * names have commas of their own.
 */
export declare const cardsOfLine: (line: string) => string[];
/** A line of a list: how many copies it says, and its card as it is written. */
export interface ListLine {
    /** 1 where it counts none; `null` beside `mayCount`. */
    readonly quantity: number | null;
    readonly card: string;
    /** The bare number before the card, left with it, which counts copies or belongs to the card. */
    readonly mayCount?: number;
}
/**
 * Reads the lines of a list without what speaks of the list. Bare numbers before the cards are counts where at least
 * half of the lines have a count.
 */
export declare const readListLines: (lines: readonly string[]) => ListLine[];
