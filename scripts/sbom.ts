import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { modelFiles } from '../src/photo/model/model-files.ts'
import { licensePage, type Part, runtimePackages } from './licenses.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const readJson = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'))

/** The networks that read photos: PaddleOCR's, in a package of somebody else. */
const models = Object.values(modelFiles).map(([name, sha256]) => ({
  type: 'machine-learning-model',
  'bom-ref': `paddleocr/${name}`,
  name: `PaddleOCR ${name}`,
  version: 'PP-OCRv4',
  hashes: [{ alg: 'SHA-256', content: sha256 }],
  licenses: [{ license: { id: 'Apache-2.0' } }],
}))

interface Reference {
  readonly 'bom-ref': string
}

interface Dependency {
  readonly ref: string
  readonly dependsOn: readonly string[]
}

/** Everything of others in a running service, for the list of licenses. */
export const parts = (): readonly Part[] => [
  ...runtimePackages(readJson('package-lock.json')),
  ...models.map(({ name, version }) => ({ name, version, license: 'Apache-2.0' })),
]

/** Writes `sbom.cdx.json`, a CycloneDX document, and `licenses.md` to a folder. */
export const writeBillOfMaterials = (folder: string): void => {
  // What is for development is taken out here: with --omit=dev npm also leaves out what running and development share.
  const args = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--loglevel=error']
  // On Windows npm is a script, which needs a shell.
  const options = {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1_048_576,
    shell: process.platform === 'win32',
  } as const
  const document = JSON.parse(execFileSync('npm', args, options))
  // npm names the document after the folder it runs in.
  document.metadata.component.name = readJson('package.json').name
  const refs = new Set(runtimePackages(readJson('package-lock.json')).map(({ name, version }) => `${name}@${version}`))
  const isPart = (ref: string): boolean => refs.has(ref)
  document.components = [...document.components.filter((one: Reference) => isPart(one['bom-ref'])), ...models]
  document.dependencies = document.dependencies
    .filter(({ ref }: Dependency) => isPart(ref) || ref === document.metadata.component['bom-ref'])
    .map(({ ref, dependsOn }: Dependency) => ({ ref, dependsOn: dependsOn.filter(isPart) }))
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'sbom.cdx.json'), `${JSON.stringify(document, null, 2)}\n`)
  writeFileSync(join(folder, 'licenses.md'), licensePage(parts()))
}

if (import.meta.main) writeBillOfMaterials(resolve(process.argv[2] ?? 'sbom'))
