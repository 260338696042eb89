#!/usr/bin/env node
// Starts the program: in this process where Node is new enough, else in one of a newer Node. Plain JavaScript without a
// build, so that an old Node can read it.
import './compiled-code.js'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { newerNode } from './newer-node.js'
import { runOn } from './run-on.js'

/**
 * The program needs zstd, resources that close themselves, and numbered parameters of SQLite statements, which Node
 * 24.4 still takes for named ones.
 */
const [oldestMajor, oldestMinor] = [24, 10]

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
const isNewEnough = major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)

const root = new URL('../', import.meta.url)
const manifest = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'))
const isPacked = existsSync(new URL('src/cli/main.js', root))
const program = new URL(isPacked ? 'src/cli/main.js' : 'src/cli/main.ts', root)

/** @param {string} message */
const fail = (message) => {
  process.stderr.write(`card-market: ${message}\n`)
  process.exitCode = 1
}

const start = async () => {
  if (!isPacked && /[\\/]node_modules[\\/]/.test(fileURLToPath(root)))
    return fail(
      'this package was made by `npm pack`, without being compiled. ' +
        'In the repository `npm run pack` makes the one to install.',
    )
  if (isNewEnough) {
    await import(program.href)
    return
  }
  try {
    const node = await newerNode({ root: fileURLToPath(root), manifest, oldest: `${oldestMajor}.${oldestMinor}` })
    await runOn(node, [fileURLToPath(program), ...process.argv.slice(2)])
  } catch (error) {
    if (!(error instanceof Error) || !('advice' in error)) throw error
    fail(`${error.message} ${error.advice}`)
  }
}

await start()
