/**
 * The address of another program of ours, for a thread or a process, by its path without an ending: sources end in
 * `.ts`, what is packed from them in `.js`.
 * @param moduleUrl `import.meta.url` of the module that the path is relative to
 */
export const programUrl = (path: string, moduleUrl: string): URL =>
  new URL(`${path}${moduleUrl.endsWith('.ts') ? '.ts' : '.js'}`, moduleUrl)
