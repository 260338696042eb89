import { type ApiRequest } from './request.js';
/** One request in three languages, each reading the address from BASE and the key from KEY. */
export interface CodeExamples {
    readonly curl: string;
    readonly typescript: string;
    readonly python: string;
}
/** A request as code: curl, TypeScript with `fetch`, Python with its standard library. */
export declare const codeExamplesOf: (request: ApiRequest) => CodeExamples;
