import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { isAllowed, type Lockfile, runtimePackages } from '../scripts/licenses.ts'
import { parts, writeBillOfMaterials } from '../scripts/sbom.ts'
import { tempFolder } from './support/temp.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const lockfile: Lockfile = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))

test('at most 100 packages are installed to run the service', (t) => {
  for (const os of ['linux', 'darwin', 'win32'])
    for (const cpu of ['x64', 'arm64']) {
      const { length } = runtimePackages(lockfile, { os, cpu, libc: 'glibc' })
      t.diagnostic(`${os} ${cpu}: ${length}`)
      assert.ok(length > 40 && length <= 100, `${length} on ${os} ${cpu}`)
    }
})

test('the documents tell how many that are', () => {
  const { length } = runtimePackages(lockfile, { os: 'linux', cpu: 'x64', libc: 'glibc' })
  for (const [file, words] of [
    ['SECURITY.md', `(${length} now)`],
    ['docs/choices.md', `installs ${length} packages on Linux x64`],
  ] as const)
    assert.ok(readFileSync(join(root, file), 'utf8').includes(words), `${file}: ${words}`)
})

test('every part of others has a license that is kept by naming it', () => {
  assert.deepEqual(
    parts().filter((part) => !isAllowed(part)),
    [],
  )
  for (const [license, isFine] of [
    ['MIT', true],
    ['(MIT OR GPL-3.0-only)', true],
    ['MIT AND GPL-3.0-only', false],
    ['LGPL-3.0-or-later', false],
    ['UNLICENSED', false],
    ['', false],
  ] as const)
    assert.equal(isAllowed({ name: 'x', version: '1.0.0', license }), isFine, license)
})

test('the bill of materials names every package, and the models with their checksums', (t) => {
  const folder = tempFolder(t)
  writeBillOfMaterials(folder)
  const { bomFormat, metadata, components } = JSON.parse(readFileSync(join(folder, 'sbom.cdx.json'), 'utf8'))
  assert.deepEqual([bomFormat, metadata.component.name], ['CycloneDX', 'card-market-data'])
  const named = new Set(components.map(({ name, version }: { name: string; version: string }) => `${name}@${version}`))
  const page = readFileSync(join(folder, 'licenses.md'), 'utf8')
  for (const { name, version, license } of parts()) {
    assert.ok(named.has(`${name}@${version}`), name)
    assert.ok(page.includes(`| ${name} | ${version} | ${license} |`), name)
  }
  for (const name of ['uplot', 'onnxruntime-node', 'PaddleOCR ch_PP-OCRv4_det_infer.onnx'])
    assert.ok(page.includes(`| ${name} |`))
})
