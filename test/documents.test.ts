import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { commands } from '../src/cli/commands.ts'
import { endpoints } from '../src/contract/endpoints.ts'
import { bodyBudgetBytes } from '../src/http/api/body-budget.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const tracked = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\0')
  .filter((file) => file !== '' && existsSync(join(root, file)))
const documents = tracked.filter((file) => file.endsWith('.md') && file !== 'CHANGELOG.md')
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8')
const { scripts, version } = JSON.parse(textOf('package.json')) as {
  scripts: Readonly<Record<string, string>>
  version: string
}

/**
 * A document names a file from its own folder, the root, `src`, or a folder that it names itself, such as `src/photo/`.
 */
const isFile = (document: string, path: string): boolean => {
  const clean = path.replace(/[/*]*$/, '')
  if (/[*{<…]/.test(clean)) return true
  const named = [...textOf(document).matchAll(/`([\w/-]+\/)`/g)].map(([, folder]) => folder as string)
  return [dirname(document), '.', 'src', 'packages/client', ...named].some((base) =>
    existsSync(join(root, base, clean)),
  )
}

/** The anchors of a document's headings, as a reader's browser finds them. */
const anchorsOf = (document: string): ReadonlySet<string> =>
  new Set(
    [...textOf(document).matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
      (heading as string)
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .replace(/\s/g, '-'),
    ),
  )

/** Code in a document, inline or in a fence. */
const codeOf = (text: string): readonly string[] => [
  ...[...text.matchAll(/```\w*\n([\s\S]*?)```/g)].flatMap(([, block]) => (block as string).split('\n')),
  ...[...text.replace(/```[\s\S]*?```/g, '').matchAll(/`([^`\n]+)`/g)].map(([, code]) => code as string),
]

for (const document of documents) {
  test(`every link, path and command in ${document} leads to something that exists`, () => {
    const text = textOf(document)
    const missing: string[] = []
    for (const [, target] of text.matchAll(/\]\(([^)\s#]+)[^)]*\)/g))
      if (!/^\w+:/.test(target as string) && !isFile(document, target as string)) missing.push(`link ${target}`)
    for (const code of codeOf(text)) {
      for (const [path] of code.matchAll(
        /(?<![\w./$:-])(?:src|test|web|docs|bench|scripts|deploy|examples|packages)\/[\w./*{}-]*[\w*}]/g,
      ))
        if (!isFile(document, path)) missing.push(`path ${path}`)
      if (/^[\w-]+(?:\/[\w.-]+)+\.(?:ts|js|css|md|json)$/.test(code) && !isFile(document, code))
        missing.push(`path ${code}`)
      for (const [, script] of code.matchAll(/npm run (?:--silent |-s )?([\w:]+)/g))
        if (!((script as string) in scripts)) missing.push(`npm run ${script}`)
      for (const [, words] of code.matchAll(/(?:\bcli --|src\/cli\/main\.ts) ([a-z]+(?: [a-z]+){0,2})/g))
        if (!commands.some(({ name }) => `${words} `.startsWith(`${name} `))) missing.push(`command ${words}`)
    }
    assert.deepEqual([...new Set(missing)], [])
  })
}

test('every link into a document leads to a heading of it', () => {
  const missing = documents.flatMap((document) =>
    [...textOf(document).matchAll(/\]\(([^)\s#:]*)#([^)\s]+)\)/g)].flatMap(([link, target, anchor]) => {
      const file = target === '' ? document : join(dirname(document), target as string)
      return !file.endsWith('.md') || anchorsOf(file).has(anchor as string) ? [] : [`${document}: ${link}`]
    }),
  )
  assert.deepEqual(missing, [])
})

test("every operation has its place in the client's page", () => {
  const page = textOf('docs/client.md')
  for (const name of Object.keys(endpoints))
    assert.ok(
      new RegExp(`\\| \\x60.*\\b${name}\\b.* \\|`).test(page),
      `${name} has no row: add it to the table of methods in docs/client.md.`,
    )
})

test('the version of package.json is the one that every other file tells', () => {
  const openApi = JSON.parse(textOf('openapi.json')) as { info: { version: string } }
  assert.equal(openApi.info.version, version)
  assert.match(
    textOf('deploy/kubernetes.yaml'),
    new RegExp(`image: ghcr.io/OWNER/card-market-data:${version.replaceAll('.', '\\.')}\\n`),
  )
  assert.match(textOf('CHANGELOG.md'), new RegExp(`^## ${version.replaceAll('.', '\\.')} `, 'm'))
  for (const file of tracked.filter((one) => /^packages\/[^/]+\/package\.json$/.test(one)))
    assert.equal((JSON.parse(textOf(file)) as { version: string }).version, version, file)
})

test('the limits of bodies in docs/limits.md, also for a proxy, are those of contract and budget', () => {
  const text = textOf('docs/limits.md')
  const { lookUpPrices, identifyImage } = endpoints
  for (const { path, bodyLimitBytes } of [lookUpPrices, identifyImage])
    assert.ok(text.includes(`| body of \`POST ${path}\` | ${bodyLimitBytes} bytes`), path)
  assert.ok(
    textOf('docs/tls.md').includes(
      `Let the proxy pass \`Authorization\` and bodies of ${identifyImage.bodyLimitBytes} bytes`,
    ),
  )
  assert.ok(text.includes(`| bodies in flight, all together | ${bodyBudgetBytes} bytes`))
})
