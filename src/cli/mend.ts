import { causeOf, type Finding } from './doctor-checks.ts'

/** A check whose finding `doctor --fix` can do something about. */
export interface Mendable {
  /** `null` where there is nothing to tell. */
  readonly check: () => Finding | null | Promise<Finding | null>
  /** Mends what `check` found, without a risk to anything that cannot be made anew. @returns what it did */
  readonly mend: () => string | Promise<string>
}

/** Checks, mends what is not as it should be, and checks again. */
export const mended = async ({ check, mend }: Mendable): Promise<readonly Finding[]> => {
  const found = await check()
  if (found === null || found.state === 'ok') return found === null ? [] : [found]
  try {
    const done = await mend()
    const since = await check()
    return [since === null ? { ...found, state: 'ok', detail: done, fix: null, mended: done } : { ...since, mended: done }]
  } catch (cause) {
    return [{ ...found, detail: `${found.detail}; it could not be mended: ${causeOf(cause)}` }]
  }
}

/** Checks alone. */
export const checked = async ({ check }: Mendable): Promise<readonly Finding[]> => {
  const found = await check()
  return found === null ? [] : [found]
}
