import { operations } from '/console/client/operations.js'
import { withProgress } from '../session.js'

/** @import { Operations } from '/console/client/client.js' */

/**
 * The parts of the OpenAPI document that a form needs.
 * @typedef {object} Parameter
 * @property {string} name
 * @property {boolean} [required]
 * @property {string} [description]
 * @property {unknown} [example]
 * @property {{ type?: string, enum?: string[], default?: string | number, minimum?: number, maximum?: number, maxLength?: number }} schema
 */

/**
 * @typedef {object} Operation
 * @property {string} summary
 * @property {string} description
 * @property {Parameter[]} [parameters]
 * @property {{ content: { 'application/json': { example?: unknown } } }} [requestBody]
 */

/** @typedef {{ readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> }} ApiDocument */

/** @type {ApiDocument | null} */
let loaded = null

/**
 * @param {string | null} id
 * @returns {id is keyof Operations}
 */
export const isOperationId = (id) => id !== null && Object.hasOwn(operations, id)

/**
 * An operation as this service's OpenAPI document has it; the document is loaded once and costs nothing.
 * @param {keyof Operations} operationId
 * @returns {Promise<Operation>}
 */
export const loadOperation = async (operationId) => {
  loaded ??= /** @type {ApiDocument} */ (await withProgress(async () => (await fetch('/openapi.json')).json()))
  const { path, method } = operations[operationId]
  const operation = loaded.paths[path]?.[method.toLowerCase()]
  if (!operation) throw new Error(`The document has no ${method} ${path}.`)
  return operation
}
