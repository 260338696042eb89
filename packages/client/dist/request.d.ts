import { type Operations } from './operations.js';
/** Target and contents of a request. */
export interface ApiRequest {
    readonly method: string;
    /** Path with its parameters in place. */
    readonly path: string;
    readonly query: readonly (readonly [name: string, value: string])[];
    readonly hasKey: boolean;
    readonly body: Readonly<Record<string, unknown>> | null;
    /** Whether the answer is a text instead of JSON. */
    readonly answersText?: boolean;
}
/** Puts each part of an input where its operation wants it. */
export declare const requestOf: (operationId: keyof Operations, input: Readonly<Record<string, unknown>>) => ApiRequest;
/** Path and query of a request, percent-encoded. */
export declare const targetOf: ({ path, query }: Pick<ApiRequest, 'path' | 'query'>) => string;
