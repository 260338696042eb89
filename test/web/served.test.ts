import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readConsoleFiles, readConsoleSources } from '../../src/http/console/console-files.ts'

const web = new URL('../../web/', import.meta.url)

/** What a module imports, at once or later, as `its path: that path`; types, which comments name, are not imported. */
const referencesOf = (path: string, text: string): string[] =>
  [...text.replaceAll(/\/\*[\s\S]*?\*\//g, '').matchAll(/(?:from |import\()'([./][^']+)'/g)].map(
    ([, target]) => `${path}: ${new URL(target as string, `http://console${path}`).pathname}`,
  )

test('every module that the console imports and every file that its page names is served', () => {
  const { files } = readConsoleFiles()
  const ofModules = [...files.keys()]
    .filter((path) => path.endsWith('.js'))
    .flatMap((path) => referencesOf(path, `${files.get(path)}`))
  const ofPage = [...`${files.get('/')}`.matchAll(/(?:href|src)="(\/console\/[^"]+)"/g)].map(([, path]) => `/: ${path}`)
  assert.deepEqual(
    [...ofModules, ...ofPage].filter((reference) => !files.has(reference.split(': ')[1] ?? '')),
    [],
  )
})

test('the stylesheets of the page are served as one, in their order', () => {
  const { files } = readConsoleFiles()
  const source = readFileSync(new URL('index.html', web), 'utf8')
  const sheets = [...source.matchAll(/<link rel="stylesheet" href="\/console\/(styles\/[^"]+)">/g)].map(
    ([, path]) => path as string,
  )
  const whole = `${files.get('/console/styles.css')}`
  const places = sheets.map((sheet) => whole.indexOf(readFileSync(new URL(sheet, web), 'utf8')))
  assert.ok(places.length > 5 && places.every((place, index) => place > (places[index - 1] ?? -1)))
  assert.equal(files.has(`/console/${sheets[0]}`), false)
  // What holds for a whole file would not hold within another.
  assert.doesNotMatch(whole, /@import|@charset|@namespace|url\((?!['"]?data:)/)
  assert.match(`${files.get('/')}`, /<link rel="stylesheet" href="\/console\/styles\.css">/)
})

/**
 * Follows imports as the engine understands them; prints the paths of the modules in the order in which they are
 * carried out, each with the names that it exports.
 */
const followImports = `
  const { SourceTextModule } = await import('node:vm')
  let text = ''
  for await (const chunk of process.stdin) text += chunk
  const sources = JSON.parse(text)
  const modules = new Map()
  const order = []
  const moduleOf = (path) => {
    if (modules.has(path)) return modules.get(path)
    const module = new SourceTextModule(sources[path], { identifier: path })
    modules.set(path, module)
    for (const { specifier } of module.moduleRequests) moduleOf(new URL(specifier, 'http://console' + path).pathname)
    order.push(path)
    return module
  }
  const main = moduleOf('/console/main.js')
  await main.link((specifier, { identifier }) => moduleOf(new URL(specifier, 'http://console' + identifier).pathname))
  const namesOf = (path) => Reflect.ownKeys(modules.get(path).namespace).filter((name) => typeof name === 'string')
  console.log(JSON.stringify(order.map((path) => [path, namesOf(path)])))
`

const textsOf = (files: ReadonlyMap<string, Buffer>): Readonly<Record<string, string>> =>
  Object.fromEntries([...files].filter(([path]) => path.endsWith('.js')).map(([path, bytes]) => [path, `${bytes}`]))

const followed = (
  sources: Readonly<Record<string, string>>,
): readonly (readonly [path: string, names: readonly string[]])[] =>
  JSON.parse(
    execFileSync(
      process.execPath,
      ['--experimental-vm-modules', '--no-warnings', '--input-type=module', '-e', followImports],
      {
        input: JSON.stringify(sources),
        encoding: 'utf8',
      },
    ),
  )

test('the modules of the first view are served as one file, in their order, each with all that it exports', () => {
  const { files, aliases } = readConsoleFiles()
  const served = [...aliases].map(([path, alias]) => {
    const [, names = ''] = /^export const \{(.*)\} = /m.exec(`${alias}`) ?? []
    return [
      path,
      names
        .split(',')
        .map((name) => name.trim())
        .filter(Boolean)
        .sort(),
    ]
  })
  assert.deepEqual(served, followed(textsOf(readConsoleSources())).slice(0, -1))
  assert.deepEqual(
    followed(textsOf(files)).map(([path]) => path),
    ['/console/first-view.js', '/console/main.js'],
  )
  assert.match(`${files.get('/')}`, /<link rel="modulepreload" href="\/console\/first-view\.js">/)
})
