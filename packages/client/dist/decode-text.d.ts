/**
 * The text of a file as spreadsheets save it: UTF-16 by its mark, UTF-8, or else the Windows code page of Western
 * Europe.
 */
export declare const decodeText: (bytes: Uint8Array) => string;
