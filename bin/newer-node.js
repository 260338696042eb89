import { spawn } from 'node:child_process'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { basename, dirname, join } from 'node:path'

/**
 * What package.json says that matters here: the Node packages by platform, as dependencies in the repository and as a
 * list of their own in what is installed.
 * @typedef {{ readonly optionalDependencies?: Readonly<Record<string, string>>, readonly runtimes?:
 * Readonly<Record<string, string>> }} Manifest
 */

const endings = /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP'])

/** What a fetch that was killed leaves behind is removed after this. */
const staleMs = 3_600_000

/**
 * @param {string} message
 * @param {string} oldest
 */
const refusal = (message, oldest) =>
  Object.assign(new Error(`${message} This is Node.js ${process.version}.`), {
    advice: `Install Node.js ${oldest} or newer and start again.`,
  })

/**
 * The package that holds Node for this platform, by name and version.
 * @param {Manifest} manifest
 */
const packageForPlatform = ({ optionalDependencies, runtimes }) => {
  const platform = `${process.platform.replace('win32', 'win')}-${process.arch}`
  return Object.entries({ ...optionalDependencies, ...runtimes }).find(
    ([name]) => name.replace(/^node-(?:bin-)?/, '') === platform,
  )
}

/** Whether this is a Linux with another C library than glibc, which the Node packages are built for. */
const isMusl = () => {
  if (process.platform !== 'linux' || !process.report) return false
  Object.assign(process.report, { excludeNetwork: true })
  const report = /** @type {{ header: { glibcVersionRuntime?: string } }} */ (process.report.getReport())
  return report.header.glibcVersionRuntime === undefined
}

/** The user's folder for what can be fetched again. */
const cacheFolder = () => {
  const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env
  const base = process.platform === 'win32' ? LOCALAPPDATA : XDG_CACHE_HOME
  return join(base || join(homedir(), '.cache'), 'card-market-data')
}

/**
 * The Node that a package holds, `null` where the package is not there.
 * @param {string} folder a folder with `node_modules`
 * @param {string} name
 */
const nodeIn = (folder, name) => {
  const home = join(folder, 'node_modules', name)
  if (!existsSync(join(home, 'package.json'))) return null
  const { bin } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
  return join(home, bin.node)
}

/**
 * npm as a program and its first arguments: the one that started this process, the one beside this Node, or that of the
 * path.
 */
const npmCommand = () => {
  const { npm_execpath: execPath } = process.env
  const bin = dirname(process.execPath)
  const scripts = [
    execPath && basename(execPath) === 'npm-cli.js' ? execPath : '',
    join(bin, 'node_modules/npm/bin/npm-cli.js'),
    join(bin, '../lib/node_modules/npm/bin/npm-cli.js'),
  ]
  const script = scripts.find((file) => file && existsSync(file))
  return script ? { file: process.execPath, args: [script] } : { file: 'npm', args: [] }
}

/**
 * Runs a program, unless or until `stopping` is aborted with a signal.
 * @param {string} file
 * @param {readonly string[]} args
 * @param {string} cwd
 * @param {AbortSignal} stopping
 * @returns {Promise<string | null>} what went wrong, `null` when nothing did
 */
const run = (file, args, cwd, stopping) =>
  new Promise((resolve) => {
    if (stopping.aborted) return resolve(stopping.reason)
    const child = spawn(file, args, { cwd, stdio: ['ignore', 'ignore', 'pipe'] })
    const end = () => void child.kill(stopping.reason)
    stopping.addEventListener('abort', end, { once: true })
    let errors = ''
    child.stderr.setEncoding('utf8').on('data', (text) => {
      errors += text
    })
    const done = (/** @type {string | null} */ problem) => {
      stopping.removeEventListener('abort', end)
      resolve(problem)
    }
    child.once('error', (error) =>
      done('code' in error && error.code === 'ENOENT' ? `there is no ${file}` : error.message),
    )
    child.once('close', (code, signal) => {
      if (stopping.aborted) return done(stopping.reason)
      if (code === 0) return done(null)
      // The first sentence among the fields of the error.
      const lines = errors.split('\n').map((line) => line.replace(/^npm (?:error|ERR!) /, '').trim())
      done(signal ?? lines.find((line) => line.split(' ').length > 3) ?? lines[0] ?? '')
    })
  })

/**
 * Why a program in a folder is not to be run: somebody else can have put it there. `null` when nobody can, or nothing
 * is there. Windows keeps the folders of users apart by its own rights.
 * @param {string} folder
 */
const distrustOf = (folder) => {
  if (process.platform === 'win32' || !existsSync(folder)) return null
  const { uid, mode } = statSync(folder)
  const isOurs = [uid, lstatSync(folder).uid].every((owner) => owner === process.getuid?.())
  if (!isOurs) return `${folder} belongs to somebody else, who could have put another program there`
  return (mode & 0o022) === 0
    ? null
    : `${folder} can be written by others, who could have put another program there; remove it`
}

/** @param {string} folder */
const removeStale = (folder) => {
  for (const name of readdirSync(folder).filter((one) => one.startsWith('fetch-'))) {
    const path = join(folder, name)
    if (Date.now() - lstatSync(path).mtimeMs > staleMs) rmSync(path, { recursive: true, force: true })
  }
}

/**
 * Fetches a package with npm, which checks it against the registry's checksum, to a folder that appears under its name
 * only when the Node in it has run. So two starts at once, and one that is killed, harm nobody.
 * @param {string} cache
 * @param {string} target
 * @param {readonly [name: string, version: string]} wanted
 */
const fetchInto = async (cache, target, [name, version]) => {
  mkdirSync(cache, { recursive: true, mode: 0o700 })
  // Somebody else may have been faster.
  const distrust = distrustOf(cache)
  if (distrust) return distrust
  removeStale(cache)
  // Before there is anything to leave behind.
  const stopping = new AbortController()
  /** @param {NodeJS.Signals} signal */
  const stop = (signal) => stopping.abort(signal)
  for (const signal of endings) process.once(signal, stop)
  const folder = mkdtempSync(join(cache, 'fetch-'))
  try {
    const { file, args } = npmCommand()
    const own = ['--prefix', folder, '--ignore-scripts', '--no-save', '--no-package-lock', '--no-audit', '--no-fund']
    // What the npm that started us was told is about another installation.
    const reset = [
      '--global=false',
      '--dry-run=false',
      '--engine-strict=false',
      '--update-notifier=false',
      '--loglevel=error',
    ]
    const problem = await run(
      file,
      [...args, 'install', ...own, ...reset, `${name}@${version}`],
      folder,
      stopping.signal,
    )
    const node = problem === null ? nodeIn(folder, name) : null
    if (node === null) return problem ?? `${name} is not made for this platform`
    const failure = await run(node, ['--version'], folder, stopping.signal)
    if (failure !== null) return `the Node.js of ${name} does not run here: ${failure}`
    // Headers for building and manual pages are a third of it.
    for (const unused of ['include', 'share'])
      rmSync(join(folder, 'node_modules', name, unused), { recursive: true, force: true })
    try {
      renameSync(folder, target)
    } catch (error) {
      // Another start was faster.
      if (!existsSync(target)) throw error
    }
    return null
  } finally {
    rmSync(folder, { recursive: true, force: true })
    for (const signal of endings) process.removeListener(signal, stop)
  }
}

/**
 * The path of a Node that is new enough: the one that came with the packages of a clone, else one that is fetched once
 * into the user's cache.
 * @param {{ readonly root: string, readonly manifest: Manifest, readonly oldest: string }} options
 */
export const newerNode = async ({ root, manifest, oldest }) => {
  const wanted = packageForPlatform(manifest)
  if (!wanted) throw refusal(`There is no Node.js to fetch for ${process.platform} on ${process.arch}.`, oldest)
  if (isMusl())
    throw refusal('The Node.js that could be fetched needs glibc, which this Linux (Alpine?) has not.', oldest)
  const [name, version] = wanted
  const cameAlong = nodeIn(root, name)
  if (cameAlong) return cameAlong
  const cache = cacheFolder()
  const target = join(cache, `${name}-${version}`)
  const distrust = distrustOf(cache) ?? distrustOf(target)
  if (distrust) throw refusal(`${distrust}.`, oldest)
  const cached = nodeIn(target, name)
  if (cached) return cached
  process.stderr.write(
    `card-market: needs Node.js ${oldest} or newer, this is ${process.version}: ` +
      `fetching ${name} ${version} through npm, once, to ${cache}\n`,
  )
  const problem = await fetchInto(cache, target, wanted).catch((error) =>
    error instanceof Error ? error.message : String(error),
  )
  const fetched = problem === null ? nodeIn(target, name) : null
  if (fetched === null) throw refusal(`${name} ${version} could not be fetched: ${problem}.`, oldest)
  return fetched
}
