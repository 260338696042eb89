import { type ListColumns } from './list-columns.js';
/** Why no card of a table can be found, in a sentence; `null` where its columns name cards, or it is none. */
export declare const problemOfTable: (columns: ListColumns) => string | null;
/** Why no card of a text that is no list can be found, in a sentence; `null` where it may be a list. */
export declare const problemOfText: (text: string) => string | null;
