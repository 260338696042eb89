/** Slug of a product line by the names that it is known by, or `null`. */
export declare const categorySlug: (name: string) => string | null;
/**
 * Parts a product line from the set behind it, as in PriceCharting's `Pokemon Japanese Promo`; `null` where the text
 * begins with no line that is known.
 */
export declare const lineAndSet: (text: string) => {
    readonly category: string;
    readonly set: string;
} | null;
