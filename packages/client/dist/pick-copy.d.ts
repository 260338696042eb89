import { type CopyColumn, type CopyWords } from './copy-words.js';
/**
 * What is said of the copy that is wanted, in the words of the market or as people write them; what is left out, `null`
 * or blank is not said.
 */
export interface WantedCopy {
    readonly condition?: string | null | undefined;
    readonly variant?: string | null | undefined;
    readonly language?: string | null | undefined;
}
export interface PickedCopy<T> {
    /** `null` where it cannot be told for certain which copy is meant. */
    readonly copy: T | null;
    /**
     * Why `copy` is `null`: what was said or left out of this fits none, or several alike. `null` with it where there is
     * nothing to tell apart.
     */
    readonly unclear: CopyColumn | null;
}
/**
 * What a field says, else what the text says; but a grade in the text, as `PSA 10`, is no matter of opinion: no field
 * unmakes it.
 */
export declare const wantedCopyOf: (fields: WantedCopy, read: WantedCopy | null | undefined) => WantedCopy;
export declare const copyColumns: readonly ['condition', 'variant', 'language'];
/** A text as it is compared: its words in lower case, without signs. */
export declare const wordsOf: (text: string) => string;
/** All variants that a cell may mean: `1st` is one of each finish, `foil` every foil. */
export declare const variantsMeant: (texts: readonly string[], cell: WantedCopy, productName: string) => readonly string[];
/**
 * Which of a product's copies is meant: the one rule for whoever prices a card. What is not said is as usual: near mint
 * (or unopened), English or the only language, and the plain finish. What cannot be told for certain is `null`, never a
 * neighbor: an edition that is not said where there are several, `foil` where there are several foils, a word that is
 * not understood or that no copy has. `productName` tells that all copies of an etched product are etched.
 *
 * A source that prices whole printings has `null` for condition and language on every copy: its price is that of the
 * usual copy, and of no other condition, grade or language. What is usual there, `productLine` tells, the name or slug
 * of the line.
 * @throws TypeError for a field of `wanted` that is not one, such as a misspelt one
 */
export declare const pickCopy: <T extends CopyWords>(copies: readonly T[], wanted: WantedCopy, productName?: string, productLine?: string) => PickedCopy<T>;
