import { operations } from '/console/client/operations.js'
import { html, nothing, render } from '/console/lit/lit-html.js'
import { goTo } from '../route.js'
import { call, say } from '../session.js'
import { connectionNotice, errorNotice } from '../ui/error-notice.js'
import { requestPanel } from '../ui/request-panel.js'
import { isOperationId, loadOperation } from './api-document.js'

/** @import { Operations } from '/console/client/client.js' */
/** @import { Route } from '../route.js' */
/** @import { Operation, Parameter } from './api-document.js' */

/**
 * What a person typed, as input of an operation. The cast is safe since the service checks every input and says what is wrong.
 * @param {object} typed
 */
const asInput = (typed) => /** @type {Operations[keyof Operations]['input']} */ (typed)

/**
 * A control for a parameter, with its example filled in where one is required; an empty one is not sent.
 * @param {Parameter} parameter
 */
const fieldOf = ({ name, required = false, schema, example, description }) => {
  const id = `try-${name}`
  const value = required && example !== undefined ? String(example) : ''
  const control = schema.enum
    ? html`<select id=${id} name=${name} title=${description ?? nothing}>
        <option value="">as by default</option>
        ${schema.enum.map((one) => html`<option value=${one}>${one}</option>`)}
      </select>`
    : html`<input id=${id} name=${name} type=${schema.type === 'integer' ? 'number' : 'text'} title=${description ?? nothing} ?required=${required}
        min=${schema.minimum ?? nothing} max=${schema.maximum ?? nothing} maxlength=${schema.maxLength ?? nothing}
        placeholder=${schema.default ?? nothing} value=${value} autocomplete="off" spellcheck="false">`
  return html`<div class="field"><label for=${id}>${name}</label>${control}</div>`
}

/**
 * The values of a form; fields left empty are not sent.
 * @param {HTMLFormElement} form
 * @param {readonly Parameter[]} parameters
 */
const inputOf = (form, parameters) => {
  const data = new FormData(form)
  const values = parameters.flatMap(({ name, schema }) => {
    const value = String(data.get(name) ?? '')
    return value === '' ? [] : [[name, schema.type === 'integer' ? Number(value) : value]]
  })
  const body = data.get('request-body')
  return asInput({ ...Object.fromEntries(values), ...(body === null ? {} : JSON.parse(String(body))) })
}

/**
 * Any operation of the contract with values of one's own, its form drawn from the OpenAPI document.
 * @param {Route} route
 */
export const createTryView = ({ id }) => {
  const element = document.createElement('section')
  const operationId = isOperationId(id) ? id : 'searchProducts'
  /** @type {Operation | null} */
  let operation = null
  /** @type {unknown} */
  let answer = nothing

  /** @param {SubmitEvent} event */
  const send = async (event) => {
    event.preventDefault()
    await run(/** @type {HTMLFormElement} */ (event.currentTarget))
  }

  /** @param {HTMLFormElement} form */
  const run = async (form) => {
    let input
    try {
      input = inputOf(form, operation?.parameters ?? [])
    } catch {
      answer = html`<p class="error-notice" role="alert">The body is not JSON. Correct it and send it again.</p>`
      draw()
      return
    }
    const panel = requestPanel(operationId, input)
    try {
      const data = await call(operationId, input)
      say('There is an answer.')
      answer = html`<h2>Answer</h2>
        <pre class="json" tabindex="0" role="region" aria-label="Answer">${JSON.stringify(data, null, 2)}</pre>
        ${panel}`
    } catch (error) {
      answer = html`${errorNotice(error, () => run(form))}${panel}`
    }
    draw()
  }

  /** @param {Event} event */
  const choose = ({ target }) => goTo(`#/try/${/** @type {HTMLSelectElement} */ (target).value}`)

  /** @param {Operation} read */
  const form = ({ summary, description, parameters = [], requestBody }) => {
    const { path, method } = operations[operationId]
    const example = requestBody?.content['application/json'].example
    const sample = example === undefined ? null : JSON.stringify(example, null, 2)
    return html`<h2>${summary}</h2>
      <p>${description}</p>
      <p class="note"><code>${method} ${path}</code> · <a href=${`/docs#${operationId}`}>in the reference</a></p>
      <form @submit=${send}>
        <div class="bar">${parameters.map(fieldOf)}</div>
        ${
          sample === null
            ? nothing
            : html`<div class="field"><label for="try-body">Body</label><textarea id="try-body" name="request-body" rows=${sample.split('\n').length + 1} spellcheck="false" .value=${sample}></textarea></div>`
        }
        <p class="actions"><button type="submit">Send</button></p>
      </form>`
  }

  const draw = () =>
    render(
      html`<h1>Try it</h1>
        <div class="bar"><div class="field wide"><label for="try-operation">Operation</label>
          <select id="try-operation" @change=${choose}>${Object.keys(operations).map((one) => html`<option ?selected=${one === operationId}>${one}</option>`)}</select>
        </div></div>
        ${operation ? form(operation) : html`<p class="busy">Reading the contract…</p>`}
        <div class="try-answer">${answer}</div>`,
      element,
    )

  const open = async () => {
    draw()
    try {
      operation = await loadOperation(operationId)
      answer = nothing
    } catch {
      answer = connectionNotice(open)
    }
    draw()
  }

  return { title: 'Try it', element, open }
}
