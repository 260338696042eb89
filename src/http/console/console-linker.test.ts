import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importLinked, linkModules } from './console-linker.ts'

type Registry = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** Carries out a module; its imports are of other texts, by their paths. */
const run = (text: string, others: Readonly<Record<string, string>> = {}): Promise<Record<string, unknown>> => {
  const urlOf = (source: string) => `data:text/javascript;base64,${Buffer.from(source).toString('base64')}`
  return import(urlOf(text.replaceAll(/from '([^']+)'/g, (_, path: string) => `from '${urlOf(others[path] ?? '')}'`)))
}

const link = (modules: Readonly<Record<string, string>>) => linkModules('/linked.js', new Map(Object.entries(modules)))

const linkAndRun = async (modules: Readonly<Record<string, string>>): Promise<Registry> =>
  (await run(link(modules).text)).$modules as Registry

test('each module has the exports that it has by itself, and what it declares is seen by no other', async () => {
  const registry = await linkAndRun({
    '/a.js': `const secret = 1
export const one = secret
export async function later() { return hoisted() }
export class Shape {}
function hoisted() { return 'hoisted' }
const kept = await Promise.resolve('awaited')
export { kept, secret as renamed }
`,
    '/ui/b.js': `import {
  one as first,
  later,
} from '../a.js'
import * as all from '../a.js'
import '../a.js'
const secret = 2
export const sum = first + secret + all.one
export const said = await later()
`,
    '/lit.js':
      '/**\n * @license\n */\nimport{one as t}from"./a.js";export{Shape}from"./a.js";const e=()=>{};class ' +
      'f{m(){return t}}export{e as noop,f as Form};\n//# sourceMappingURL=lit.js.map\n',
    '/index.js': "export * from './a.js'\nexport { sum as total } from './ui/b.js'\n",
  })
  assert.deepEqual(Object.keys(registry['/a.js'] ?? {}).sort(), ['Shape', 'kept', 'later', 'one', 'renamed'])
  assert.deepEqual({ ...registry['/ui/b.js'] }, { sum: 4, said: 'hoisted' })
  assert.deepEqual(Object.keys(registry['/lit.js'] ?? {}).sort(), ['Form', 'Shape', 'noop'])
  assert.deepEqual(Object.keys(registry['/index.js'] ?? {}).sort(), [
    'Shape',
    'kept',
    'later',
    'one',
    'renamed',
    'total',
  ])
  assert.equal(registry['/index.js']?.Shape, registry['/a.js']?.Shape)
})

test('asked for by its own path, or imported by a module that is loaded later, a module is the very same', async () => {
  const { text, aliases } = link({ '/a.js': 'export const one = {}\nexport const two = 2\n' })
  const isLinked = (path: string) => path === '/a.js'
  const later = importLinked(
    '/ui/later.js',
    "import { one as mine } from '../a.js'\nexport { mine }\n",
    '/linked.js',
    isLinked,
  )
  const { one, two } = await run(aliases.get('/a.js') ?? '', { '/linked.js': text })
  const { mine } = await run(later, { '/linked.js': text })
  assert.equal(mine, one)
  assert.equal(two, 2)
  const other = "import { x } from './other.js'\n"
  assert.equal(importLinked('/ui/later.js', other, '/linked.js', isLinked), other)
})

test('comments and source map links are left out, licenses stay, what is loaded later is found', () => {
  const { text } = link({
    '/ui/a.js': `/** Says it. */
  // Why it does.
export const load = () => import('./later.js')
/* @license MIT */
export const html = \`<a href="/*">x</a>\` // stays
//# sourceMappingURL=a.js.map
`,
  })
  assert.doesNotMatch(text, /Says it|Why it|sourceMappingURL/)
  assert.ok(
    text.includes("import('/ui/later.js')") && text.includes('@license MIT') && text.includes('<a href="/*">x</a>'),
  )
})

test('a form that would be linked wrongly is refused by name', () => {
  const a = 'export const a = 1\n'
  for (const [text, message] of [
    ['export let b = 1\n', /from \/b\.js: export let b = 1/],
    ['export default 1\n', /from \/b\.js: export default 1/],
    ["import a from './a.js'\n", /"a" from \/a\.js/],
  ] as const)
    assert.throws(() => link({ '/a.js': a, '/b.js': text }), message)
})
