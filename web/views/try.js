import { operations } from '/console/client/operations.js'
import { actions, choice, field, form, h, show } from '../dom.js'
import { connectionNotice, errorNotice } from '../error-notice.js'
import { requestPanel } from '../request.js'
import { call, say, withProgress } from '../session.js'

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
 * The OpenAPI document of this service, loaded once; it costs nothing.
 * @returns {Promise<ApiDocument>}
 */
const loadDocument = async () => {
  /** @type {ApiDocument} */
  const document = loaded ?? (await withProgress(async () => (await fetch('/openapi.json')).json()))
  loaded = document
  return document
}

/**
 * What a person typed, as input of an operation. The cast is safe since the service checks every input and says what is wrong.
 * @param {object} typed
 */
const asInput = (typed) => /** @type {Operations[keyof Operations]['input']} */ (typed)

/**
 * @param {string | null} id
 * @returns {id is keyof Operations}
 */
const isOperationId = (id) => id !== null && Object.hasOwn(operations, id)

/**
 * A control for a parameter, with its example filled in where one is required; an empty one is not sent.
 * @param {Parameter} parameter
 */
const controlOf = ({ name, required, schema, example, description }) => {
  const properties = { name, title: description, required, autocomplete: 'off', spellcheck: 'false' }
  if (schema.enum) return choice([['', 'as by default'], ...schema.enum], '', properties)
  const isNumber = schema.type === 'integer'
  const value = required && example !== undefined ? String(example) : ''
  return h('input', {
    ...properties,
    type: isNumber ? 'number' : 'text',
    min: schema.minimum,
    max: schema.maximum,
    maxlength: schema.maxLength,
    placeholder: schema.default ?? '',
    value,
  })
}

/**
 * Any operation of the contract with values of one's own, its form drawn from the OpenAPI document.
 * @param {{ readonly id: string | null }} route
 */
export const tryView = ({ id }) => {
  const body = h('div', {}, h('p', { class: 'busy' }, 'Reading the contract…'))
  const operationId = isOperationId(id) ? id : 'searchProducts'

  /** @param {ApiDocument} document */
  const draw = ({ paths }) => {
    const { path, method } = operations[operationId]
    const operation = paths[path]?.[method.toLowerCase()]
    if (!operation) throw new Error(`The document has no ${method} ${path}.`)
    const { summary, description, parameters = [], requestBody } = operation
    const answer = h('div', { class: 'results' })
    const controls = parameters.map((parameter) => ({ parameter, control: controlOf(parameter) }))
    const example = requestBody?.content['application/json'].example
    const sample = example === undefined ? null : JSON.stringify(example, null, 2)
    const sent = sample && h('textarea', { rows: sample.split('\n').length + 1, spellcheck: 'false', value: sample })

    const inputOf = () => {
      const values = controls.flatMap(({ parameter: { name, schema }, control: { value } }) =>
        value === '' ? [] : [[name, schema.type === 'integer' ? Number(value) : value]],
      )
      return asInput({ ...Object.fromEntries(values), ...(sent ? JSON.parse(sent.value) : {}) })
    }

    const run = async () => {
      let input
      try {
        input = inputOf()
      } catch {
        show(answer, h('p', { class: 'error-notice', role: 'alert' }, 'The body is not JSON. Correct it and send it again.'))
        return
      }
      try {
        const data = await call(operationId, input)
        say('There is an answer.')
        const text = JSON.stringify(data, null, 2)
        show(
          answer,
          h('h2', {}, 'Answer'),
          h('pre', { class: 'read answer', tabindex: '0', role: 'region', 'aria-label': 'Answer' }, text),
        )
      } catch (error) {
        show(answer, errorNotice(error, run))
      }
      answer.append(requestPanel(operationId, input))
    }

    const pick = choice(Object.keys(operations), operationId, {
      onchange: () => {
        location.hash = `#/try/${pick.value}`
      },
    })
    show(
      body,
      h('div', { class: 'bar' }, field('Operation', pick, 'wide')),
      h('h2', {}, summary),
      h('p', {}, description),
      h(
        'p',
        { class: 'note' },
        h('code', {}, `${method} ${path}`),
        ' · ',
        h('a', { href: `/docs#${operationId}` }, 'in the reference'),
      ),
      form(
        {},
        run,
        h(
          'div',
          { class: 'bar' },
          controls.map(({ parameter, control }) => field(parameter.name, control)),
        ),
        sent && field('Body', sent),
        actions(h('button', { type: 'submit' }, 'Send')),
      ),
      answer,
    )
  }

  const open = async () => {
    try {
      draw(await loadDocument())
    } catch {
      show(body, connectionNotice(open))
    }
  }

  return {
    title: 'Try it',
    element: h('section', {}, h('h1', {}, 'Try it'), body),
    open,
  }
}
