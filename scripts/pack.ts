import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { extname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packInferenceRuntime } from './pack-inference-runtime.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const readJson = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'))

/** The program, and what it starts as threads of its own; everything else is imported by them. */
const programs = ['src/cli/main.ts', 'src/app/composition/card-names-worker.ts', 'src/photo/pool/worker.ts']

/** Copied as they stand. */
const copied = [
  ...['card-market', 'compiled-code', 'newer-node', 'run-on'].map((name) => `bin/${name}.js`),
  'web',
  'packages/client/dist',
  'openapi.json',
]
const documents = ['README.md', 'CHANGELOG.md', 'LICENSE', 'SECURITY.md']

/** Node itself: an installed program must never bring another `node` into the path of somebody's scripts. */
const isRuntime = (name: string): boolean => /^node-(?:bin-)?(?:linux|darwin|win)-/.test(name)

/**
 * Compiles each source that runs to JavaScript in its own place, since Node reads no TypeScript below `node_modules`.
 */
const compile = (folder: string): void => {
  const config = join(folder, 'tsconfig.json')
  const compilerOptions = {
    noEmit: false,
    allowImportingTsExtensions: false,
    rewriteRelativeImportExtensions: true,
    removeComments: true,
    rootDir: root,
    outDir: folder,
    typeRoots: [join(root, 'node_modules/@types')],
  }
  const files = programs.map((path) => join(root, path))
  writeFileSync(config, JSON.stringify({ extends: join(root, 'tsconfig.json'), compilerOptions, include: [], files }))
  execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', config], { stdio: 'inherit' })
  rmSync(config)
}

/** Copies what the sources read beside themselves: styles, scripts of pages, the sandbox's catalogue. */
const copyAssets = (folder: string): void => {
  const isAsset = (path: string) => extname(path) !== '.ts' && !path.split(/[\\/]/).includes('samples')
  const paths = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)))
  for (const path of [...paths.filter(isAsset), ...copied, ...documents])
    cpSync(join(root, path), join(folder, path), { recursive: true })
}

/** The package.json of what is installed: what it needs to run, with exact versions, and nothing else. */
const writeManifest = (folder: string, bundled: readonly string[]): void => {
  const { name, version, description, keywords, license, repository, engines, dependencies, optionalDependencies } =
    readJson('package.json')
  const optional = Object.entries<string>(optionalDependencies)
  const photoParts = optional.filter(([part]) => !isRuntime(part) && !bundled.includes(part))
  const manifest = {
    name,
    version,
    description,
    keywords,
    license,
    repository,
    type: 'module',
    bin: { 'card-market': 'bin/card-market.js' },
    engines,
    dependencies: {
      ...dependencies,
      ...Object.fromEntries(bundled.map((part) => [part, readJson(`node_modules/${part}/package.json`).version])),
    },
    optionalDependencies: Object.fromEntries(photoParts),
    bundleDependencies: bundled,
    runtimes: Object.fromEntries(optional.filter(([part]) => isRuntime(part))),
  }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}

/**
 * Lays out the package that is installed: the tree of this repository with JavaScript in place of TypeScript.
 * @param platforms of the inference runtime, as `linux/x64`; all that there are when left out
 */
export const layOutPackage = (folder: string, platforms?: readonly string[]): void => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  compile(folder)
  copyAssets(folder)
  writeManifest(folder, packInferenceRuntime(join(root, 'node_modules'), join(folder, 'node_modules'), platforms))
}

/**
 * Makes the tarball of what is installed.
 * @param folder where the package is laid out before
 * @returns path of the tarball
 */
export const pack = (destination: string, folder: string, platforms?: readonly string[]): string => {
  layOutPackage(folder, platforms)
  mkdirSync(destination, { recursive: true })
  // On Windows npm is a script, which needs a shell.
  const options = { cwd: folder, encoding: 'utf8', shell: process.platform === 'win32' } as const
  execFileSync('npm', ['pack', '--silent', '--ignore-scripts', `--pack-destination=${destination}`], options)
  const { name, version } = readJson('package.json')
  return join(destination, `${name}-${version}.tgz`)
}

if (import.meta.main) {
  const args = process.argv.slice(2)
  const platforms = args.includes('--this-platform') ? [`${process.platform}/${process.arch}`] : undefined
  // Run by npm, the current folder is the repository's.
  const here = process.env.INIT_CWD ?? '.'
  const folder = args.find((arg) => !arg.startsWith('--')) ?? '.'
  process.stdout.write(`${pack(resolve(here, folder), join(root, 'build/package'), platforms)}\n`)
}
