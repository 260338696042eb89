import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { createConsolePages } from '../../src/http/console.ts'

const web = new URL('../../web/', import.meta.url)

/** Paths that a file of the console asks for: modules it imports, and styles, scripts and pictures of its page. */
const referencesOf = (file: string): string[] => {
  const text = readFileSync(new URL(file, web), 'utf8')
  const pattern = file.endsWith('.html') ? /(?:href|src)="(\/console\/[^"]+)"/g : /(?:from |import\()'([./][^']+)'/g
  return [...text.matchAll(pattern)].map(([, path]) => new URL(path as string, `http://console/console/${file}`).pathname)
}

test('every module that the console imports and every file that its page links is served', () => {
  const served = new Set(createConsolePages().map(({ path }) => path))
  const files = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((file) => /\.(?:html|js)$/.test(file))
  const missing = files.flatMap((file) =>
    referencesOf(file.replaceAll('\\', '/')).flatMap((path) => (served.has(path) ? [] : `${file}: ${path}`)),
  )
  assert.deepEqual(missing, [])
})
