import { importedPath } from './console-imports.ts'

/** Where the linked file holds what its modules export, by their paths. */
const registry = '$modules'

// As we write statements and as tools do: each begins its line, or follows another one at once.
const importFrom = /(?<=^|;)import\s*([\w*{][^'";]*?)\s*\bfrom\s*["']([^"']+)["'];?/gm
const importAlone = /(?<=^|;)import\s*["']([^"']+)["'];?/gm
const exportFrom = /(?<=^|;)export\s*(\*|\{[^}]*\})\s*from\s*["']([^"']+)["'];?/gm
const exportList = /(?<=^|[;}])export\s*\{([^}]*)\};?/gm
const exportedDeclaration = /^export (?=(?:const|class|(?:async )?function) (\w+))/gm
const otherExport = /(?:^|[;}])export\b.*/m
const dynamicImport = /\bimport\('([^']+)'\)/g
const ownLineComment = /^[ \t]*(?:\/\*[\s\S]*?\*\/[ \t]*|\/\/.*)\n?/gm

/** Comments are a quarter of all bytes. */
const keepLicense = (comment: string): string => (comment.includes('@license') ? comment : '')

const exportsOf = (path: string): string => `${registry}['${path}']`

/** What stands between braces, `a, b as c`, as pairs of names. */
const pairsOf = (list: string): readonly (readonly [name: string, as: string])[] =>
  list
    .replace(/^\{|\}$/g, '')
    .split(',')
    .map((one) => one.trim().split(/(?<!\s)\s+as\s+/))
    .flatMap(([name = '', as = name]) => (name === '' ? [] : [[name, as] as const]))

/** An import as a statement that takes the same from the registry. */
const taking = (clause: string, path: string): string => {
  const namespace = /^\*\s*as\s+(\w+)$/.exec(clause)?.[1]
  if (!namespace && !clause.startsWith('{'))
    throw new Error(`The console cannot import "${clause}" from ${path}: name it in braces.`)
  const names = pairsOf(clause).map(([name, as]) => (name === as ? name : `${name}: ${as}`))
  return `const ${namespace ?? `{ ${names.join(', ')} }`} = ${exportsOf(path)}`
}

/** Takes the imports of some modules out of a text, and the statements that stand for them. */
const replaceImports = (importer: string, text: string, isLinked: (path: string) => boolean) => {
  const statements: string[] = []
  const replace = (statement: string, specifier: string, toStatement: (path: string) => string): string => {
    const path = importedPath(importer, specifier)
    if (path === null || !isLinked(path)) return statement
    statements.push(toStatement(path))
    return ''
  }
  const body = text
    .replace(importFrom, (statement, clause: string, specifier: string) =>
      replace(statement, specifier, (path) => taking(clause, path)),
    )
    .replace(importAlone, (statement, specifier: string) => replace(statement, specifier, () => ''))
  return { statements, body }
}

/** Names that a module exports, and the text that stands for each in an object. */
type Exported = Map<string, string>

const replaceExports = (path: string, text: string, exportedBy: ReadonlyMap<string, Exported>) => {
  const exported: Exported = new Map()
  const body = text
    .replace(exportFrom, (_, list: string, specifier: string) => {
      const from = importedPath(path, specifier) ?? ''
      const pairs =
        list === '*' ? [...(exportedBy.get(from)?.keys() ?? [])].map((name) => [name, name] as const) : pairsOf(list)
      for (const [name, as] of pairs) exported.set(as, `${exportsOf(from)}.${name}`)
      return ''
    })
    .replace(exportList, (_, list: string) => {
      for (const [name, as] of pairsOf(list)) exported.set(as, name)
      return ''
    })
    .replace(exportedDeclaration, (_, name: string) => {
      exported.set(name, name)
      return ''
    })
  const other = otherExport.exec(body)?.[0]
  if (other) throw new Error(`The console cannot export this from ${path}: ${other}`)
  return { exported, body }
}

export interface LinkedModules {
  /** One module that holds them all. */
  readonly text: string
  /** What each module is by its own path: the same exports of the one that is linked. */
  readonly aliases: ReadonlyMap<string, string>
}

/**
 * Puts modules together in one file, each as a block of statements: what it declares stays its own, and what it exports
 * lies in a registry that the file exports. An exported variable keeps the value that it has at the end of its module.
 * @param linkedPath where the file is served
 * @param modules texts by path, each behind those that it imports
 * @throws where one is written in a form that is not understood
 */
export const linkModules = (linkedPath: string, modules: ReadonlyMap<string, string>): LinkedModules => {
  const exportedBy = new Map<string, Exported>()
  const blocks = [...modules].map(([path, text]) => {
    const bare = text.replace(ownLineComment, keepLicense)
    const { statements, body: rest } = replaceImports(path, bare, (target) => modules.has(target))
    const { exported, body } = replaceExports(path, rest, exportedBy)
    exportedBy.set(path, exported)
    const entries = [...exported].map(([name, value]) => (name === value ? name : `${name}: ${value}`))
    const code = body
      .replace(dynamicImport, (_, specifier: string) => `import('${importedPath(path, specifier)}')`)
      .trim()
    return (
      `{\n${statements.map((statement) => `${statement};\n`).join('')}${code}\n${exportsOf(path)} = { ` +
      `${entries.join(', ')} };\n}\n`
    )
  })
  const aliasOf = (path: string, exported: Exported) =>
    `import { ${registry} } from '${linkedPath}'\nexport const { ${[...exported.keys()].join(', ')} } = ` +
    `${exportsOf(path)}\n`
  return {
    text: `export const ${registry} = {};\n${blocks.join('')}`,
    aliases: new Map([...exportedBy].map(([path, exported]) => [path, aliasOf(path, exported)])),
  }
}

/** A module that is served by itself, with what it imports of linked ones taken from their file. */
export const importLinked = (
  path: string,
  text: string,
  linkedPath: string,
  isLinked: (path: string) => boolean,
): string => {
  const { statements, body } = replaceImports(path, text, isLinked)
  return statements.length === 0
    ? text
    : [`import { ${registry} } from '${linkedPath}'`, ...statements, body.trimStart()].join('\n')
}
