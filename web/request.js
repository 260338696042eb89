import { codeExamplesOf } from '/console/client/code-examples.js'
import { requestOf, targetOf } from '/console/client/request.js'
import { h } from './dom.js'

/** @import { Operations } from '/console/client/client.js' */

const pictureNote = 'data:image/jpeg;base64,…'

/**
 * @param {keyof Operations} operationId
 * @param {Readonly<Record<string, unknown>>} input
 */
const clientExample = (operationId, input) => {
  const fields = Object.entries(input).flatMap(([name, value]) =>
    value === undefined ? [] : `${name}: ${JSON.stringify(value)}`,
  )
  return [
    "import { createClient } from 'card-market-data-client'",
    '',
    'const client = createClient({ baseUrl: process.env.BASE, key: process.env.KEY })',
    `const { data } = await client.${operationId}(${fields.length > 0 ? `{ ${fields.join(', ')} }` : ''})`,
    'console.log(data)',
  ].join('\n')
}

/**
 * The request that a view made, as curl, TypeScript and Python. The key is never part of it.
 * @param {keyof Operations} operationId
 * @param {object} input
 */
export const requestPanel = (operationId, input) => {
  const values = { ...input, ...('imageDataUrl' in input && { imageDataUrl: pictureNote }) }
  const request = requestOf(operationId, values)
  const { curl, python } = codeExamplesOf(request)
  const texts = { curl, TypeScript: clientExample(operationId, values), Python: python }
  const code = h('code', {}, texts.curl)
  const buttons = Object.entries(texts).map(([language, text]) => {
    const choose = () => {
      code.textContent = text
      for (const other of buttons) other.setAttribute('aria-pressed', String(other === button))
    }
    const button = h('button', { type: 'button', class: 'tab', 'aria-pressed': text === texts.curl, onclick: choose }, language)
    return button
  })
  const copy = h('button', { type: 'button', class: 'tab copy' }, 'Copy')
  copy.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(code.textContent)
      copy.textContent = 'Copied'
    } catch {
      // Without HTTPS a browser gives no clipboard to a page.
      getSelection()?.selectAllChildren(code)
      copy.textContent = 'Selected; press Ctrl C'
    }
  })
  return h(
    'details',
    { class: 'request' },
    h('summary', {}, 'This request: ', h('code', {}, `${request.method} ${decodeURI(targetOf(request)).slice(0, 60)}`)),
    h('div', { class: 'tabs' }, buttons, copy),
    h('pre', { tabindex: '0', role: 'region', 'aria-label': 'The request as code' }, code),
    h('p', { class: 'note more' }, h('a', { href: `#/try/${operationId}` }, 'Try it with other values')),
  )
}
