import { ServiceError } from '../../contract/errors.ts'

/** Bytes that the bodies of all requests in flight may take together, in one process. */
export const bodyBudgetBytes = 64 * 1024 * 1024

/** Memory shared by the bodies of all requests in flight. */
export interface BodyBudget {
  /**
   * Takes `sizeBytes` for a body of `ownerId`.
   * @returns gives them back
   * @throws ServiceError `service_busy` when there is no room for them
   */
  readonly reserve: (ownerId: string, sizeBytes: number) => () => void
}

/**
 * Creates a shared budget that a single client cannot exhaust. Dynamic thresholds (Choudhury and Hahne 1998): an owner
 * may hold as much as is left over, so one alone holds half, and n of them leave one part in n + 1 to the next.
 */
export const createBodyBudget = (limitBytes = bodyBudgetBytes): BodyBudget => {
  let heldBytes = 0
  const heldBy = new Map<string, number>()
  const reserve = (ownerId: string, sizeBytes: number) => {
    const ownBytes = (heldBy.get(ownerId) ?? 0) + sizeBytes
    if (ownBytes > limitBytes - heldBytes - sizeBytes)
      throw new ServiceError('service_busy', 'Too many request bodies are being sent.', { retryAfterSeconds: 1 })
    heldBytes += sizeBytes
    heldBy.set(ownerId, ownBytes)
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      heldBytes -= sizeBytes
      const restBytes = (heldBy.get(ownerId) ?? 0) - sizeBytes
      if (restBytes > 0) heldBy.set(ownerId, restBytes)
      else heldBy.delete(ownerId)
    }
  }
  return { reserve }
}
