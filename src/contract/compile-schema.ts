import { createRequire } from 'node:module'
import type { TSchema } from 'typebox'
import type { Validator } from 'typebox/schema'

const load = createRequire(import.meta.url)

/**
 * Compiles a schema of the table when it is first used. The compiler is loaded then, at once, since its callers cannot
 * wait: 164 modules, without which a start is faster and a process that takes no bodies smaller.
 */
export const compileWhenUsed = (schema: TSchema): (() => Validator) => {
  let validator: Validator | undefined
  return () => {
    // What `require` returns has no type of its own.
    validator ??= (load('typebox/schema') as typeof import('typebox/schema')).Compile(schema)
    return validator
  }
}
