import { CardMarketError } from '../client/client.js'
import { operations } from '../client/operations.js'
import { choice, field, h, show } from '../dom.js'
import { errorNotice } from '../error-notice.js'
import { requestPanel } from '../request.js'
import { call, say, withProgress } from '../session.js'

let document = null

/** The OpenAPI document of this service, asked for once; it costs nothing. */
const readDocument = async () => {
  document ??= await withProgress(async () => (await fetch('/openapi.json')).json())
  return document
}

/** A control for a parameter, with its example filled in; an empty one is not sent. */
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

/** Any operation of the contract with values of one's own, its form drawn from the OpenAPI document. */
export const tryView = ({ id }) => {
  const body = h('div', {}, h('p', { class: 'busy' }, 'Reading the contract…'))
  const operationId = id in operations ? id : 'searchProducts'

  const draw = ({ paths }) => {
    const { path, method } = operations[operationId]
    const { summary, description, parameters = [], requestBody } = paths[path][method.toLowerCase()]
    const answer = h('div', { class: 'results' })
    const controls = parameters.map((parameter) => [parameter, controlOf(parameter)])
    const example = requestBody?.content['application/json'].example
    const sample = example && JSON.stringify(example, null, 2)
    const sent = sample && h('textarea', { rows: sample.split('\n').length + 1, spellcheck: 'false', value: sample })

    const inputOf = () => {
      const given = controls.filter(([, { value }]) => value !== '')
      const values = given.map(([{ name, schema }, { value }]) => [name, schema.type === 'integer' ? Number(value) : value])
      return { ...Object.fromEntries(values), ...(sent ? JSON.parse(sent.value) : {}) }
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
    const submit = (event) => {
      event.preventDefault()
      run()
    }
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
      h(
        'form',
        { onsubmit: submit },
        h(
          'div',
          { class: 'bar' },
          controls.map(([{ name }, control]) => field(name, control)),
        ),
        sent && field('Body', sent),
        h('p', { class: 'actions' }, h('button', { type: 'submit' }, 'Send')),
      ),
      answer,
    )
  }

  const open = async () => {
    try {
      draw(await readDocument())
    } catch (cause) {
      const facts = { message: '', status: null, requestId: null, retryAfterSeconds: null, cause }
      show(body, errorNotice(new CardMarketError({ code: 'connection_failed', ...facts }), open))
    }
  }

  return {
    title: 'Try it',
    element: h('section', {}, h('h1', {}, 'Try it'), body),
    open,
  }
}
