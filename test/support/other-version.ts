import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { tempFolder } from './temp.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const copied = ['package.json', 'src', 'web', 'packages/client']

/**
 * Copies the program as another version of it: what each named file holds, and what it holds there.
 * @returns its command line, for `startServer`
 */
export const copyProgram = (
  t: Parameters<typeof tempFolder>[0],
  changes: Readonly<Record<string, (text: string) => string>>,
): string => {
  const folder = tempFolder(t)
  mkdirSync(join(folder, 'packages'))
  for (const path of copied)
    cpSync(join(root, path), join(folder, path), {
      recursive: true,
      filter: (file) => !file.includes(`${path}/node_modules`),
    })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const [path, change] of Object.entries(changes)) {
    const file = join(folder, path)
    const text = readFileSync(join(root, path), 'utf8')
    const changed = change(text)
    if (changed === text) throw new Error(`${path} is as it was in ${dirname(file)}`)
    writeFileSync(file, changed)
  }
  return join(folder, 'src/cli/main.ts')
}
