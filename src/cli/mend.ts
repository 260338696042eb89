import { causeOf, type Finding, unseen } from './doctor-checks.ts'

/** A check, and the name of its finding also where it cannot look. */
export interface NamedCheck<F extends Finding | null = Finding | null> {
  readonly name: string
  /** `null` where there is nothing to tell. */
  readonly check: () => F | Promise<F>
}

/** A check whose finding `doctor --fix` can do something about. */
export interface Mendable extends NamedCheck {
  /** Mends what `check` found, without a risk to anything that cannot be made anew. @returns what it did */
  readonly mend: () => string | Promise<string>
}

/** Checks, mends what is not as it should be, and checks again. What cannot be looked into is left alone. */
export const mended = async ({ name, check, mend }: Mendable): Promise<Finding | null> => {
  const { found, isSeen } = await look({ name, check })
  if (!isSeen || found === null || found.state === 'ok') return found
  try {
    const done = await mend()
    const since = await check()
    return since === null ? { ...found, state: 'ok', detail: done, fix: null, mended: done } : { ...since, mended: done }
  } catch (cause) {
    return { ...found, detail: `${found.detail}; it could not be mended: ${causeOf(cause)}` }
  }
}

/** Checks alone. */
export const checked = async <F extends Finding | null>(check: NamedCheck<F>): Promise<F | Finding> => (await look(check)).found

const look = async <F extends Finding | null>({
  name,
  check,
}: NamedCheck<F>): Promise<{ found: F | Finding; isSeen: boolean }> => {
  try {
    return { found: await check(), isSeen: true }
  } catch (cause) {
    return { found: unseen(name, cause), isSeen: false }
  }
}
