import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What runs the networks that read photos, and what it is built upon. */
const parts = ['onnxruntime-node', 'onnxruntime-common'] as const

/**
 * Not loaded where a photo is read on the processor: the library for graphics cards, the compiler of their shaders, and
 * a second copy under another name.
 */
const isUnused = (name: string): boolean =>
  /^(?:DirectML|dxil|dxcompiler)\.dll$|^libonnxruntime\.\d+\.\d+\.\d+\.dylib$/.test(name)

const license = `MIT License

Copyright (c) Microsoft Corporation

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated \
documentation files (the "Software"), to deal in the Software without
restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, \
and/or sell copies of the Software, and to permit persons to whom the
Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the \
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE \
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND
NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER \
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
`

/** Copies what a package needs to run, with a package.json that has no script for npm to run. */
const copyPart = (from: string, to: string, folders: readonly string[]): void => {
  const { name, version, main, exports, dependencies } = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8'))
  for (const folder of folders) {
    const keep = (path: string) => !/\.(?:map|ts)$/.test(path) && !isUnused(path.slice(path.lastIndexOf('/') + 1))
    cpSync(join(from, folder), join(to, folder), {
      recursive: true,
      filter: (path) => keep(path.replaceAll('\\', '/')),
    })
  }
  const common = dependencies?.[parts[1]]
  const manifest = { name, version, license: 'MIT', main, exports, dependencies: common && { [parts[1]]: common } }
  mkdirSync(to, { recursive: true })
  writeFileSync(join(to, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  writeFileSync(join(to, 'LICENSE'), license)
}

/**
 * Copies the inference runtime into a package that bundles it. Installed by npm as it is published, it would fetch half
 * a gigabyte for graphics cards from elsewhere, and where that cannot be reached npm would leave it out without a word.
 * @returns the names of what was copied
 */
export const packInferenceRuntime = (from: string, to: string, platforms?: readonly string[]): readonly string[] => {
  const [runtime, common] = parts
  const binaries = join('bin', 'napi-v6')
  const all = readdirSync(join(from, runtime, binaries)).flatMap((os) =>
    readdirSync(join(from, runtime, binaries, os)).map((cpu) => `${os}/${cpu}`),
  )
  const wanted = all.filter((platform) => platforms?.includes(platform) ?? true)
  copyPart(join(from, runtime), join(to, runtime), ['dist', ...wanted.map((platform) => join(binaries, platform))])
  copyPart(join(from, common), join(to, common), ['dist'])
  return parts
}
