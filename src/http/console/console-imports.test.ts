import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importedBy } from './console-imports.ts'

const importsOf = (files: Readonly<Record<string, string>>) =>
  importedBy('/console/main.js', (path) => files[path] ?? null)

test('imports and re-exports are followed, each module once and behind those that it imports', () => {
  const leaves = ['effect.js', 'three.js', 'four.js', 'lit/directive.js', 'lit/async.js', 'lit/more.js']
  assert.deepEqual(
    importsOf({
      '/console/main.js': `/** @import { Type } from './types.js' */
/** @import { Other } from '/console/client/client.js' */
import './effect.js'
import {
  one,
  two as second,
} from './ui/one.js'
import * as all from "/console/lit/lit-html.js"
export { three } from './three.js'
export * from './four.js'
export const from = 'not-a-module'
const lazy = () => import('./lazy.js')
const text = 'import { x } from "./text.js"'
import 'a-package'
`,
      '/console/ui/one.js': "import { two } from '../three.js'\n",
      '/console/lit/lit-html.js':
        '/**\n * @license\n */\nimport{a as t}from"./directive.js";import{b}from"./async.js";const e=t;export{e ' +
        'as render}from"./more.js";\n',
      ...Object.fromEntries([...leaves, 'types.js', 'lazy.js', 'text.js'].map((name) => [`/console/${name}`, ''])),
    }),
    [
      ...['/console/effect.js', '/console/three.js', '/console/ui/one.js', '/console/lit/directive.js'],
      ...['/console/lit/async.js', '/console/lit/more.js', '/console/lit/lit-html.js', '/console/four.js'],
    ],
  )
})

test('what is not served is not named', () => {
  assert.deepEqual(importsOf({ '/console/main.js': "import './gone.js'" }), [])
})

test('modules that import each other are named', () => {
  const circle = {
    '/console/main.js': "import './a.js'",
    '/console/a.js': "import './b.js'",
    '/console/b.js': "import './a.js'",
  }
  assert.throws(() => importsOf(circle), /import each other: .*\/console\/a\.js → \/console\/b\.js → \/console\/a\.js$/)
})
