/**
 * Path of a product's first picture in the largest size that the source keeps. No answer of the source holds an address: ours is built from the product's id on
 * the source's own host, so that no lookalike can ever be handed on.
 */
export const picturePathOf = (productId: number): string => `/product/${productId}_in_1000x1000.jpg`

/** The public address of a product's picture. */
export const pictureUrlOf = (productId: number): string => `https://tcgplayer-cdn.tcgplayer.com${picturePathOf(productId)}`
