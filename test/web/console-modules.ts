import { registerHooks } from 'node:module'

const client = new URL('../../packages/client/dist/', import.meta.url)
const prefix = '/console/client/'

// Node finds the client where the service serves it to the console.
registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier.startsWith(prefix) ? new URL(specifier.slice(prefix.length), client).href : specifier, context),
})
