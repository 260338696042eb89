/**
 * Pins what the workflows, the image and the compose files take from others: an action by the commit of its tag, an
 * image by the digest of its tag. A tag can be moved to other code, a commit and a digest cannot.
 *
 *   npm run pin              pins whatever is not pinned, and leaves the rest as it is; Dependabot renews both
 *   npm run pin -- --check   changes nothing, names what is not pinned, and ends with 1 when there is any
 */
import { execFileSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const filePatterns = ['.github/workflows/*.{yml,yaml}', 'Dockerfile', 'compose.yaml', 'deploy/compose.*.yaml']

/** An action or an image, by its tag. */
export interface Reference {
  readonly kind: 'action' | 'image'
  readonly name: string
  readonly tag: string
}

/** What a tag stands for now: 40 hexadecimal digits of an action, `sha256:` and 64 of an image. */
export type Resolve = (reference: Reference) => string

const pinForms = { action: /^[0-9a-f]{40}$/, image: /^sha256:[0-9a-f]{64}$/ } as const

/** `uses: owner/name@tag`; an action of this repository begins with `./` and has no tag. */
const action = /(\buses:\s*["']?)([\w-][\w./-]*)@([^\s"'#]+)(["']?)([ \t]*#[ \t]*)?/g
/** `FROM name:tag`, `image: name:tag`, `docker pull name:tag`; our own image is named by a variable. */
const image = new RegExp(
  [
    /(^\s*FROM\s+(?:--\S+\s+)*|^\s*(?:-\s+)?image:\s*["']?|\bdocker pull\s+)/,
    /([a-z0-9][\w./-]*(?::\d+\/[\w./-]+)?)(?::([\w.-]+))?(@\S+)?(?=["'\s]|$)/,
  ]
    .map(({ source }) => source)
    .join(''),
  'gm',
)

const stagesOf = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(/^\s*FROM\s.*\sAS\s+(\S+)/gim)].map(([, stage]) => stage as string))

/** The text of a file with each tag of another's replaced by what it stands for, the tag beside it. */
export const pinText = (text: string, resolve: Resolve): string => {
  const stages = stagesOf(text)
  return text
    .replaceAll(action, (whole, before, name, tag, quote, comment) => {
      if (pinForms.action.test(tag)) return whole
      const rest = comment === undefined ? '' : '; '
      return `${before}${name}@${resolve({ kind: 'action', name, tag })}${quote} # ${tag}${rest}`
    })
    .replaceAll(image, (whole, before, name, tag, digest) => {
      if (digest !== undefined || name === 'scratch' || stages.has(name)) return whole
      const reference = { kind: 'image', name, tag: tag ?? 'latest' } as const
      return `${before}${name}:${reference.tag}@${resolve(reference)}`
    })
}

/** What of a file is not pinned, as it stands there. */
export const findUnpinned = (text: string): readonly string[] => {
  const found: string[] = []
  pinText(text, ({ kind, name, tag }) => {
    found.push(`${name}${kind === 'action' ? '@' : ':'}${tag}`)
    return ''
  })
  return found
}

const run = (command: string, args: readonly string[]): string => execFileSync(command, args, { encoding: 'utf8' })

/** The commit of a tag or branch in what `git ls-remote` lists; that of an annotated tag stands behind `^{}`. */
export const commitOf = (listed: string, tag: string): string | undefined => {
  const commits = new Map(listed.split('\n').map((line) => line.split('\t').reverse() as [string, string]))
  return commits.get(`refs/tags/${tag}^{}`) ?? commits.get(`refs/tags/${tag}`) ?? commits.get(`refs/heads/${tag}`)
}

/** Asks where the tags are; git and, for images, Docker's buildx must be there. */
const resolveByNetwork: Resolve = ({ kind, name, tag }) => {
  if (kind === 'image')
    return JSON.parse(
      run('docker', ['buildx', 'imagetools', 'inspect', `${name}:${tag}`, '--format', '{{json .Manifest}}']),
    ).digest
  // An action may lie in a folder of its repository.
  const [owner, repository] = name.split('/')
  return (
    commitOf(run('git', ['ls-remote', `https://github.com/${owner}/${repository}`, `*/${tag}`, `*/${tag}^{}`]), tag) ??
    ''
  )
}

/** Asks for each reference once, and believes no answer that is no commit or digest. */
const checkedOnce = (resolve: Resolve): Resolve => {
  const known = new Map<string, string>()
  return (reference) => {
    const { kind, name, tag } = reference
    const key = `${kind} ${name} ${tag}`
    const pin = known.get(key) ?? resolve(reference)
    if (!pinForms[kind].test(pin)) throw new Error(`Nothing was pinned: ${name} has no tag ${tag} (answer: "${pin}").`)
    known.set(key, pin)
    return pin
  }
}

/** Pins the files of a project, all or none. @returns those that changed */
export const pinFiles = (root: string, resolve: Resolve = resolveByNetwork): readonly string[] => {
  const once = checkedOnce(resolve)
  const changed = filesIn(root).flatMap((file) => {
    const before = readFileSync(join(root, file), 'utf8')
    const after = pinText(before, once)
    return before === after ? [] : [{ file, after }]
  })
  for (const { file, after } of changed) writeFileSync(join(root, file), after)
  return changed.map(({ file }) => file)
}

const filesIn = (root: string): readonly string[] => globSync(filePatterns, { cwd: root }).toSorted()

/** What of the files of a project is not pinned: `file: reference`. */
export const checkFiles = (root: string): readonly string[] =>
  filesIn(root).flatMap((file) =>
    findUnpinned(readFileSync(join(root, file), 'utf8')).map((reference) => `${file}: ${reference}`),
  )

if (import.meta.main) {
  const root = fileURLToPath(new URL('..', import.meta.url))
  if (process.argv.includes('--check')) {
    const unpinned = checkFiles(root)
    for (const line of unpinned) process.stderr.write(`${line}\n`)
    if (unpinned.length > 0)
      process.stderr.write(`${unpinned.length} references are not pinned; npm run pin does it.\n`)
    process.exitCode = unpinned.length === 0 ? 0 : 1
  } else {
    const changed = pinFiles(root)
    process.stdout.write(
      changed.length === 0 ? 'All is pinned already.\n' : `Pinned in ${changed.join(', ')}; commit them.\n`,
    )
  }
}
