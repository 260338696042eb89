import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openApiDocument } from '../src/openapi/openapi-document.ts'
import { clientSource } from './client-source.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Compiles the client. Its declarations must import `.js`: only TypeScript 5 and later find a `.ts` there. */
const compileClient = (outDir: string): void => {
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  execFileSync(process.execPath, [tsc, '-p', join(root, 'packages/client'), '--outDir', outDir], { stdio: 'inherit' })
  for (const name of readdirSync(outDir).filter((file) => file.endsWith('.d.ts'))) {
    const file = join(outDir, name)
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'"))
  }
}

/**
 * Writes every generated file below a folder. The client is compiled from the sources in the repository, wherever the
 * result goes.
 */
export const generate = (folder: string): void => {
  const document = openApiDocument()
  const sources = {
    'openapi.json': `${JSON.stringify(document, null, 2)}\n`,
    'packages/client/src/operations.ts': clientSource(document),
  }
  for (const [path, text] of Object.entries(sources)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const dist = join(folder, 'packages/client/dist')
  rmSync(dist, { recursive: true, force: true })
  compileClient(dist)
}

if (import.meta.main) generate(root)
