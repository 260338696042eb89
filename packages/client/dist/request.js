import { operations } from './operations.js';
/** Puts each part of an input where its operation wants it. */
export const requestOf = (operationId, input) => {
    const { method, path, hasKey, params, query, body } = operations[operationId];
    const given = (names) => names.filter((name) => input[name] !== undefined);
    return {
        method,
        path: params.reduce((at, name) => at.replace(`{${name}}`, encodeURIComponent(String(input[name]))), path),
        query: given(query).map((name) => [name, String(input[name])]),
        hasKey,
        body: method === 'POST' ? Object.fromEntries(given(body).map((name) => [name, input[name]])) : null,
    };
};
/** Path and query of a request, percent-encoded. */
export const targetOf = ({ path, query }) => {
    const search = new URLSearchParams(query.map(([name, value]) => [name, value])).toString();
    return search === '' ? path : `${path}?${search.replaceAll('+', '%20')}`;
};
