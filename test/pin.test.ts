import assert from 'node:assert/strict'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { checkFiles, commitOf, findUnpinned, pinFiles, pinText, type Reference } from '../scripts/pin.ts'
import { tempFolder } from './support/temp.ts'

const commit = 'a1'.repeat(20)
const digest = `sha256:${'b2'.repeat(32)}`
const resolve = ({ kind }: Reference) => (kind === 'action' ? commit : digest)

const workflow = `jobs:
  test:
    services:
      postgres:
        image: postgres:17
      registry:
        image: "registry.example:5000/cards/redis:8"
    steps:
      - uses: actions/checkout@v6
      - uses: owner/actions/folder@v1.2 # the folder's own
      - uses: ./.github/actions/own
      - uses: actions/cache@${commit} # v5
      - run: docker pull node:26-bookworm-slim && npm test
      - with:
          images: ghcr.io/\${{ github.repository_owner }}/card-market-data
`

const pinnedWorkflow = `jobs:
  test:
    services:
      postgres:
        image: postgres:17@${digest}
      registry:
        image: "registry.example:5000/cards/redis:8@${digest}"
    steps:
      - uses: actions/checkout@${commit} # v6
      - uses: owner/actions/folder@${commit} # v1.2; the folder's own
      - uses: ./.github/actions/own
      - uses: actions/cache@${commit} # v5
      - run: docker pull node:26-bookworm-slim@${digest} && npm test
      - with:
          images: ghcr.io/\${{ github.repository_owner }}/card-market-data
`

const dockerfile = `FROM --platform=linux/amd64 node:26-bookworm-slim AS packages
FROM debian
COPY --from=packages /app /app
FROM packages
FROM scratch
`

test('actions are pinned to commits and images to digests, with their tags beside them', () => {
  assert.equal(pinText(workflow, resolve), pinnedWorkflow)
  assert.equal(
    pinText(dockerfile, resolve),
    dockerfile
      .replace('node:26-bookworm-slim', `node:26-bookworm-slim@${digest}`)
      .replace('FROM debian', `FROM debian:latest@${digest}`),
  )
  const own = `    image: \${OWN_IMAGE:-own:1.0.0}\n`
  assert.equal(pinText(own, resolve), own)
})

test('what is pinned stays as it is, and nobody is asked about it', () => {
  const asked = () => assert.fail('somebody was asked')
  for (const text of [pinnedWorkflow, pinText(dockerfile, resolve)]) {
    assert.equal(pinText(text, asked), text)
    assert.deepEqual(findUnpinned(text), [])
  }
})

test('the check names each reference that is not pinned', () => {
  assert.deepEqual(findUnpinned(workflow), [
    'actions/checkout@v6',
    'owner/actions/folder@v1.2',
    'postgres:17',
    'registry.example:5000/cards/redis:8',
    'node:26-bookworm-slim',
  ])
})

const root = fileURLToPath(new URL('..', import.meta.url))

test('every action and image of this project is found: none that is not pinned is left', (t) => {
  const copy = tempFolder(t)
  for (const part of ['.github', 'Dockerfile', 'compose.yaml', 'deploy'])
    cpSync(join(root, part), join(copy, part), { recursive: true })
  const asked: string[] = []
  pinFiles(copy, (reference) => {
    asked.push(`${reference.name} ${reference.tag}`)
    return resolve(reference)
  })
  assert.equal(new Set(asked).size, asked.length, 'each is asked about once')
  assert.deepEqual(checkFiles(copy), [])
  assert.deepEqual(
    pinFiles(copy, () => assert.fail('somebody was asked')),
    [],
  )
  for (const file of ['.github/workflows/release.yml', '.github/workflows/ci.yml', 'Dockerfile', 'compose.yaml']) {
    const text = readFileSync(join(copy, file), 'utf8')
    const taken = text.match(/^\s*(?:- )?(?:uses: |image: [a-z]|FROM ).*$/gm) ?? []
    assert.ok(taken.length > 0)
    assert.deepEqual(
      taken.filter((line) => !/@(?:[0-9a-f]{40} # \S|sha256:[0-9a-f]{64})/.test(line)),
      [],
      file,
    )
  }
})

test('an answer that is no commit or digest pins nothing at all', (t) => {
  const folder = tempFolder(t)
  mkdirSync(join(folder, '.github', 'workflows'), { recursive: true })
  const file = join(folder, '.github', 'workflows', 'ci.yml')
  const lines = '- uses: a/known@v1\n- uses: b/unknown@v9\n'
  writeFileSync(file, lines)
  const answer = ({ name }: Reference) => (name === 'a/known' ? commit : '')
  assert.throws(() => pinFiles(folder, answer), /Nothing was pinned: b\/unknown has no tag v9/)
  assert.equal(readFileSync(file, 'utf8'), lines)
})

test('the commit of an annotated tag is what it points to, and a tag comes before a branch', () => {
  const [branch, tag, peeled] = ['1', '2', '3'].map((digit) => digit.repeat(40))
  const listed = `${branch}\trefs/heads/v6\n${tag}\trefs/tags/v6\n${peeled}\trefs/tags/v6^{}\n`
  assert.equal(commitOf(listed, 'v6'), peeled)
  assert.equal(commitOf(listed.replace('v6^{}', 'v6.1'), 'v6'), tag)
  assert.equal(commitOf(listed, 'v7'), undefined)
})
