export class NotFoundError extends Error {
  override readonly name = 'NotFoundError'
  readonly exitStatus = 1
}

export class RefusedError extends Error {
  override readonly name = 'RefusedError'
  readonly exitStatus = 1
}

/** The value. @throws NotFoundError where it is `null` */
export const found = <T>(value: T | null, what: 'account' | 'key', id: string): T => {
  if (value === null) throw new NotFoundError(`There is no ${what} ${id}.`)
  return value
}

export const closedError = (accountId: string) =>
  new RefusedError(`Account ${accountId} is closed, and that is for good.`)
