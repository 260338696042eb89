import { day } from '../format.js'

/** @import { Stack } from '../stack/storage.js' */

/** What a stack is called: as a person has named it, else by the day on which it began. @param {Pick<Stack, 'name' | 'createdAt'>} stack */
export const stackName = ({ name, createdAt }) => name || `Stack of ${day(createdAt)}`
