import { operations } from '/console/client/operations.js'
import { h } from './dom.js'

/** @import { Operations } from '/console/client/client.js' */

const pictureNote = 'data:image/jpeg;base64,…'

/**
 * A call as texts: its path with everything in place, and its body. A picture is shown by its beginning only.
 * @param {keyof Operations} operationId
 * @param {Readonly<Record<string, unknown>>} input
 */
const partsOf = (operationId, input) => {
  const { method, path, params, query, body } = operations[operationId]
  const given = (/** @type {readonly string[]} */ names) => names.filter((name) => input[name] !== undefined)
  const place = params.reduce(
    (/** @type {string} */ at, name) => at.replace(`{${name}}`, encodeURIComponent(String(input[name]))),
    path,
  )
  const search = new URLSearchParams(given(query).map((name) => [name, String(input[name])])).toString()
  const shown = (/** @type {string} */ name) => (name === 'imageDataUrl' ? pictureNote : input[name])
  const sent = method === 'POST' ? Object.fromEntries(given(body).map((name) => [name, shown(name)])) : null
  return { method, target: `${place}${search && `?${search}`}`, sent }
}

/** @param {ReturnType<typeof partsOf>} parts */
const curl = ({ target, sent }) =>
  [
    `curl -s "$BASE${target}"`,
    '-H "Authorization: Bearer $KEY"',
    ...(sent ? ['-H "Content-Type: application/json"', `-d '${JSON.stringify(sent).replaceAll("'", "'\\''")}'`] : []),
  ].join(' \\\n  ')

/**
 * @param {keyof Operations} operationId
 * @param {Readonly<Record<string, unknown>>} input
 */
const typescript = (operationId, input) => {
  const fields = Object.entries(input)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}: ${name === 'imageDataUrl' ? JSON.stringify(pictureNote) : JSON.stringify(value)}`)
  return [
    "import { createClient } from 'card-market-data/client'",
    '',
    'const client = createClient({ baseUrl: process.env.BASE, key: process.env.KEY })',
    `const { data } = await client.${operationId}(${fields.length > 0 ? `{ ${fields.join(', ')} }` : ''})`,
    'console.log(data)',
  ].join('\n')
}

/** @param {ReturnType<typeof partsOf>} parts */
const python = ({ target, sent }) =>
  [
    'import json, os, urllib.request',
    '',
    'request = urllib.request.Request(',
    `    os.environ["BASE"] + ${JSON.stringify(target)},`,
    `    headers={"Authorization": "Bearer " + os.environ["KEY"]${sent ? ', "Content-Type": "application/json"' : ''}},`,
    ...(sent ? [`    data=json.dumps(${JSON.stringify(sent)}).encode(),`] : []),
    ')',
    'with urllib.request.urlopen(request) as response:',
    '    print(json.load(response))',
  ].join('\n')

/**
 * The request that a view made, as curl, TypeScript and Python. The key is never part of it.
 * @param {keyof Operations} operationId
 * @param {object} input
 */
export const requestPanel = (operationId, input) => {
  const values = Object.fromEntries(Object.entries(input))
  const parts = partsOf(operationId, values)
  const texts = { curl: curl(parts), TypeScript: typescript(operationId, values), Python: python(parts) }
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
    h('summary', {}, 'This request: ', h('code', {}, `${parts.method} ${decodeURI(parts.target).slice(0, 60)}`)),
    h('div', { class: 'tabs' }, buttons, copy),
    h('pre', { tabindex: '0', role: 'region', 'aria-label': 'The request as code' }, code),
    h('p', { class: 'note more' }, h('a', { href: `#/try/${operationId}` }, 'Try it with other values')),
  )
}
