import { importedBy } from './console-imports.ts'
import { importLinked, linkModules } from './console-linker.ts'

/** Where all stylesheets of the page are found as one. */
const stylesPath = '/console/styles.css'

/**
 * Loads the first view. It stays a module of its own: a view that it waits for imports modules that it imports too, and
 * would wait for it.
 */
const entryPath = '/console/main.js'

/** Where all modules that the first view needs are found as one. */
const firstViewPath = '/console/first-view.js'

const stylesheetLink = /<link rel="stylesheet" href="([^"]+)">\n/g

/** The console as it is served. */
export interface AssembledConsole {
  /** What the page asks for, by its path. */
  readonly files: ReadonlyMap<string, Buffer>
  /** Modules of the first view by their own paths, which the page does not ask for. */
  readonly aliases: ReadonlyMap<string, Buffer>
}

const mapValues = <From, To>(
  map: ReadonlyMap<string, From>,
  toValue: (value: From, key: string) => To,
): ReadonlyMap<string, To> => new Map([...map].map(([key, value]) => [key, toValue(value, key)]))

/**
 * Makes the page quick over a slow connection, where each request costs more than its bytes: its stylesheets become
 * one, and so do the modules of its first view, which the page names, so that they are asked for at once.
 * @param sources every file by the path that serves it
 */
export const assembleConsole = (sources: ReadonlyMap<string, Buffer>): AssembledConsole => {
  const textOf = (path: string): string | null => sources.get(path)?.toString('utf8') ?? null
  const page = textOf('/') ?? ''
  const sheets = [...page.matchAll(stylesheetLink)].map(([, path = '']) => path)
  const isFirst = (link: string) => link.includes(`"${sheets[0]}"`)
  const modules = new Map(importedBy(entryPath, textOf).map((path) => [path, textOf(path) ?? '']))
  const { text: firstView, aliases } = linkModules(firstViewPath, modules)
  const assembled = page
    .replaceAll(stylesheetLink, (link) => (isFirst(link) ? `<link rel="stylesheet" href="${stylesPath}">\n` : ''))
    .replace('</head>', `<link rel="modulepreload" href="${firstViewPath}">\n</head>`)
  const others = [...sources].filter(([path]) => !sheets.includes(path) && !modules.has(path))
  const importsLinked = (bytes: Buffer, path: string) =>
    path.endsWith('.js')
      ? Buffer.from(importLinked(path, `${bytes}`, firstViewPath, (target) => modules.has(target)))
      : bytes
  return {
    files: new Map([
      ...mapValues(new Map(others), importsLinked),
      ['/', Buffer.from(assembled)],
      [stylesPath, Buffer.from(sheets.map(textOf).join('\n'))],
      [firstViewPath, Buffer.from(firstView)],
    ]),
    aliases: mapValues(aliases, (text) => Buffer.from(text)),
  }
}
