import { execFile } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The repository whose pages are run. */
export const repository = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')

/**
 * A machine as a newcomer has it: an empty folder with a fresh clone, one version of Node, and the packages as they
 * would come from the registry.
 */
export interface Workspace {
  readonly node: string
  readonly clone: string
  /** An app's folder with the client installed. */
  readonly app: string
  readonly env: NodeJS.ProcessEnv
  /** Makes the clone and the folder around it as they were at first. */
  readonly reset: () => Promise<void>
}

const npmCli = process.env.npm_execpath ?? ''

/** Passed on from the caller's environment: how to reach the registry, and the language. */
const passedOn =
  /^(?:https?_proxy|no_proxy|NODE_EXTRA_CA_CERTS|SSL_CERT_FILE|SSL_CERT_DIR|LANG|LC_\w+|TMPDIR|USER|LOGNAME|SHELL)$/i

/** Without the folders that npm puts in front for a script: they hold another Node. */
const plainPath = (): string =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !/node_modules\/\.bin$|node-gyp-bin$/.test(folder))
    .join(delimiter)

const runtimePackage = (version: string): string => {
  const platform = process.platform === 'win32' ? 'win' : process.platform
  const prefix = platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node'
  return `${prefix}-${platform}-${process.arch}@${version}`
}

/**
 * `npm` and `npx` of this machine on the Node of the workspace, with the rules by which a page's line differs from what
 * is run: `npm ci` has been run once for all pages, `npm test` is run by the gate, our packages come from their
 * tarballs instead of the registry, and what installs has one thread, as `.ci/run` says.
 */
const npmShim = (program: string): string => `#!/bin/sh
case "$(basename "$0") $*" in
  'npm ci') [ ! -d node_modules ] || { echo 'Run once for all pages.'; exit 0; } ;;
  'npm test') echo 'Run by the gate.'; exit 0 ;;
  'npm ci --silent' | 'npm install '* | 'npm pack '*) export UV_THREADPOOL_SIZE=1 ;;
esac
for word; do
  shift
  case $word in
    card-market-data | card-market-data@*)
      case "$0" in
        # npx takes a file for a program.
        *npx) set -- "$@" --yes "--package=$SERVICE_TARBALL"; word=card-market ;;
        *) word=$SERVICE_TARBALL ;;
      esac ;;
    card-market-data-client | card-market-data-client@*) word=$CLIENT_TARBALL ;;
  esac
  set -- "$@" "$word"
done
exec node '${program}' "$@"
`

/** The working commit with what is not committed yet. */
const cloneRepository = async (folder: string): Promise<void> => {
  await run('git', ['clone', '--quiet', '--no-hardlinks', repository, folder])
  const { stdout: head } = await run('git', ['-C', repository, 'rev-parse', 'HEAD'])
  await run('git', ['-C', folder, 'checkout', '--quiet', '--detach', head.trim()])
  const { stdout } = await run('git', ['-C', repository, 'ls-files', '-z', '-m', '-o', '--exclude-standard'])
  for (const file of new Set(stdout.split('\0').filter(Boolean))) {
    if (existsSync(join(repository, file))) cpSync(join(repository, file), join(folder, file), { recursive: true })
    else rmSync(join(folder, file))
  }
  const author = ['-c', 'user.name=documents', '-c', 'user.email=documents@example.com']
  await run('git', ['-C', folder, 'add', '--all'])
  await run('git', ['-C', folder, ...author, 'commit', '--quiet', '--allow-empty', '--no-verify', '-m', 'As it stands'])
}

/** Packs both packages of a clone, as they would be published. @returns the paths of the tarballs */
const pack = async (clone: string, folder: string, env: NodeJS.ProcessEnv) => {
  const [client, service] = [join(folder, 'client'), join(folder, 'service')]
  for (const one of [client, service]) mkdirSync(one, { recursive: true })
  await run('npm', ['pack', './packages/client', '--silent', '--pack-destination', client], { cwd: clone, env })
  await run('npm', ['run', '--silent', 'pack', '--', service, '--this-platform'], { cwd: clone, env })
  const [clientTarball, serviceTarball] = [client, service].map((one) => join(one, readdirSync(one)[0] as string))
  return { CLIENT_TARBALL: clientTarball, SERVICE_TARBALL: serviceTarball }
}

/** Makes a workspace in an empty folder. @throws when the registry has no such Node or cannot be reached */
export const createWorkspace = async (version: string, folder: string): Promise<Workspace> => {
  const [bin, home, here, app, prefix] = ['bin', 'home', 'here', 'app', 'prefix'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
    string,
    string,
  ]
  for (const one of [bin, home, here, app, prefix]) mkdirSync(one)
  const passed = Object.fromEntries(Object.entries(process.env).filter(([name]) => passedOn.test(name)))
  const env: NodeJS.ProcessEnv = {
    ...passed,
    PATH: [bin, join(prefix, 'bin'), plainPath()].join(delimiter),
    HOME: home,
    XDG_CACHE_HOME: join(home, '.cache'),
    NO_PROXY: [process.env.NO_PROXY ?? process.env.no_proxy, 'localhost', '127.0.0.1'].filter(Boolean).join(','),
    CURL_HOME: home,
    PIP_NO_INPUT: '1',
    TERM: 'dumb',
    npm_config_cache: process.env.npm_config_cache ?? join(homedir(), '.npm'),
    npm_config_userconfig: process.env.npm_config_userconfig ?? join(homedir(), '.npmrc'),
    npm_config_prefix: prefix,
    npm_config_update_notifier: 'false',
  }
  // An answer of 400 or more fails the line.
  writeFileSync(join(home, '.curlrc'), 'fail-with-body\nsilent\nshow-error\n')

  const runtime = join(folder, 'runtime')
  await run('npm', ['install', '--silent', '--no-save', '--prefix', runtime, runtimePackage(version)], { cwd: folder })
  const [installed = ''] = readdirSync(join(runtime, 'node_modules')).filter((name) => name.startsWith('node-'))
  symlinkSync(join(runtime, 'node_modules', installed, 'bin/node'), join(bin, 'node'))
  for (const name of ['npm', 'npx']) {
    writeFileSync(join(bin, name), npmShim(join(dirname(npmCli), `${name}-cli.js`)))
    chmodSync(join(bin, name), 0o755)
  }

  const clone = join(here, 'card-market-data')
  await cloneRepository(clone)
  await run('npm', ['ci', '--silent'], { cwd: clone, env })
  const tarballs = await pack(clone, join(folder, 'tarballs'), env)
  Object.assign(env, tarballs)
  await run('npm', ['install', '--silent', '--global', tarballs.SERVICE_TARBALL as string], { cwd: here, env })
  writeFileSync(join(app, 'package.json'), '{"type":"module"}')
  await run('npm', ['install', '--silent', '--offline', tarballs.CLIENT_TARBALL as string], { cwd: app, env })
  symlinkSync(join(clone, 'node_modules/@types'), join(app, 'node_modules/@types'))

  return {
    node: (await run('node', ['--version'], { env })).stdout.trim(),
    clone,
    app,
    env,
    reset: async () => {
      for (const name of readdirSync(here))
        if (name !== 'card-market-data') rmSync(join(here, name), { recursive: true })
      await run('git', ['-C', clone, 'reset', '--quiet', '--hard'])
      await run('git', ['-C', clone, 'clean', '-ffdxq', '--exclude', 'node_modules'])
    },
  }
}
