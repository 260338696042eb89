/** An import or re-export that runs when the module loads; type imports stand in comments and begin no statement. */
const staticImport = /(?:^|;)[ \t]*(?:import|export)\s*(?:[\w*{][^'";]*?\bfrom\s*)?["']([^"']+)["']/gm

/** The path that a module means by a specifier; `null` for a package. */
export const importedPath = (importer: string, specifier: string): string | null =>
  /^\.{0,2}\//.test(specifier) ? new URL(specifier, `http://console${importer}`).pathname : null

/**
 * Paths of the modules that loading one brings with it, itself not among them, in the order in which they are carried
 * out: each behind those that it imports.
 * @param read text of a path, `null` for one that is not served
 * @throws where modules import each other in a circle
 */
export const importedBy = (entry: string, read: (path: string) => string | null): readonly string[] => {
  const found = new Set<string>()
  const visit = (path: string, importers: readonly string[]) => {
    const text = read(path)
    if (text === null || found.has(path)) return
    if (importers.includes(path))
      throw new Error(`Modules of the console import each other: ${[...importers, path].join(' → ')}`)
    for (const [, specifier = ''] of text.matchAll(staticImport)) {
      const target = importedPath(path, specifier)
      if (target !== null) visit(target, [...importers, path])
    }
    found.add(path)
  }
  visit(entry, [])
  return [...found].slice(0, -1)
}
