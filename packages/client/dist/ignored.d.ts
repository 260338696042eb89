import { type Operations } from './operations.js';
/**
 * A misspelt input would be left out, and the answer would be to another question.
 * @throws TypeError that names it and what is taken
 */
export declare const assertTaken: (operationId: keyof Operations, input: object) => void;
/** Names that the service ignored. */
export declare const ignoredOf: (headers: Headers) => readonly string[];
