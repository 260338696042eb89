import { operations } from './operations.js';
/**
 * A misspelt input would be left out, and the answer would be to another question.
 * @throws TypeError that names it and what is taken
 */
export const assertTaken = (operationId, input) => {
    const { params, query, body } = operations[operationId];
    const taken = [...params, ...query, ...body];
    const stranger = Object.entries(input).find(([name, value]) => value !== undefined && !taken.includes(name))?.[0];
    if (stranger === undefined)
        return;
    const instead = taken.length === 0 ? 'it takes nothing' : `it takes ${taken.join(', ')}`;
    const signal = stranger === 'signal' ? '; a signal goes into a second object' : '';
    throw new TypeError(`${operationId} does not take "${stranger}": ${instead}${signal}.`);
};
const decoded = (name) => {
    try {
        return decodeURIComponent(name);
    }
    catch {
        return name;
    }
};
/** Names that the service ignored. */
export const ignoredOf = (headers) => (headers.get('x-ignored-parameters') ?? '')
    .split(',')
    .map((name) => decoded(name.trim()))
    .filter((name) => name !== '');
