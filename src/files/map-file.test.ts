import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { tempFolder } from '../../test/support/temp.ts'
import { mapFile, mapFileFlags } from './map-file.ts'
import { makePrivateCopy } from './private-copy.ts'

const cannotMap = mapFileFlags.length === 0 ? 'this Node, or this system, cannot map files' : false

/** Runs a program with the flags, which a running process cannot take on. */
const runMapping = (program: string, ...args: string[]): string => {
  const preamble = `import { mapFile } from '${new URL('./map-file.ts', import.meta.url)}'\n`
  const all = [...mapFileFlags, '--expose-gc', '--input-type=module', '-e', preamble + program, ...args]
  return execFileSync(process.execPath, all, { encoding: 'utf8' }).trim()
}

test('a mapped file has the bytes of the file, and is given back when nothing refers to it', {
  skip: cannotMap,
}, (t) => {
  const file = join(tempFolder(t), 'index')
  writeFileSync(file, 'a catalogue'.repeat(1_000))
  const printed = runMapping(
    `import { readFileSync } from 'node:fs'
    import { setTimeout as delay } from 'node:timers/promises'
    const file = process.argv[1]
    const isMapped = () => readFileSync('/proc/self/maps', 'utf8').includes(file)
    let buffer = await mapFile(file)
    const isSame = Buffer.from(buffer).equals(readFileSync(file))
    const before = isMapped()
    buffer = null
    for (let i = 0; i < 50 && isMapped(); i++) { globalThis.gc(); await delay(20) }
    console.log(isSame, before, isMapped())`,
    file,
  )
  assert.equal(printed, 'true true false')
})

test('a process that was started without the flags maps nothing', async (t) => {
  const file = join(tempFolder(t), 'index')
  writeFileSync(file, 'a catalogue')
  assert.equal(await mapFile(file), null)
})

test('a private copy has no name, and keeps its bytes when the file is written over', {
  skip: cannotMap,
}, async (t) => {
  const folder = tempFolder(t)
  const file = join(folder, 'index')
  writeFileSync(file, 'the first')
  const copy = await makePrivateCopy(file)
  writeFileSync(file, 'another')
  assert.deepEqual(readdirSync(folder), ['index'])
  const program = `console.log(Buffer.from(await mapFile(process.argv[1])).toString())`
  assert.equal(runMapping(program, copy.path), 'the first')
  await copy.close()
})
