/**
 * Scryfall's codes of sets that have another on the market. Two of Duel Decks are other sets' there: `EVG` is the first
 * Elves vs. Goblins and `DD3` all of the Anthology. The List is a set of its own, whatever set its cards are from.
 */
export declare const scryfallSets: Readonly<Record<string, string>>;
/** Whether a set of this code has no cards of paper. */
export declare const isDigitalSet: (code: string) => boolean;
/** Where a card of a set of Scryfall is sold. */
export interface SoldAs {
    /** The code to ask for; empty where no set says more than the number does. */
    readonly set: string;
    /** The market's name of the set, where its code may be another there. */
    readonly setName: string | null;
}
/**
 * The set that a card is sold in, by Scryfall's code of its set and its number: promos with an `s` behind the number
 * are prerelease cards, those with a `p` of a promo pack that only the number tells, and tokens belong to the set that
 * they were made for.
 */
export declare const soldAs: (code: string, number: string) => SoldAs;
