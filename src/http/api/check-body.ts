import type { TObject } from 'typebox'
import { compileWhenUsed } from '../../contract/compile-schema.ts'
import { ServiceError } from '../../contract/errors.ts'

/** Makes the check of a body that was parsed. @throws ServiceError `invalid_body` naming what is wrong and where */
export const createBodyCheck = (schema: TObject): ((body: unknown) => object) => {
  const validatorOf = compileWhenUsed(schema)
  return (body) => {
    const validator = validatorOf()
    if (validator.Check(body)) return body as object
    const [, [problem]] = validator.Errors(body)
    const field = problem?.instancePath.replace(/^\//, '').replaceAll('/', '.')
    throw new ServiceError(
      'invalid_body',
      `The request body${field ? `, at ${field},` : ''} ${problem?.message ?? 'does not fit'}.`,
    )
  }
}
