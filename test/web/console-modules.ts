import { createRequire, registerHooks } from 'node:module'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'

const require = createRequire(import.meta.url)
const folderOf = (entry: string, path: string): string =>
  new URL(path, pathToFileURL(`${dirname(require.resolve(entry))}/`)).href

/** Where Node finds what the service serves to the console under these paths. */
const places: readonly (readonly [prefix: string, folder: string])[] = [
  ['/console/client/', new URL('../../packages/client/dist/', import.meta.url).href],
  ['/console/idb.js', folderOf('idb', 'index.js')],
  ['/console/lit/', folderOf('lit-html', '../')],
]

registerHooks({
  resolve: (specifier, context, next) => {
    const [prefix, folder] = places.find(([path]) => specifier.startsWith(path)) ?? []
    if (prefix === undefined || folder === undefined) return next(specifier, context)
    return next(specifier === prefix ? folder : new URL(specifier.slice(prefix.length), folder).href, context)
  },
})
