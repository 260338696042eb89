import { CardMarketError } from '/console/client/client.js'

/**
 * A failure of the service as such: an answer that could not be understood fails somewhere in the code that reads it.
 * @param {unknown} error
 */
export const asAnswerError = (error) => {
  if (error instanceof CardMarketError || error instanceof DOMException) return error
  const facts = { message: '', status: null, requestId: null, retryAfterSeconds: null }
  return new CardMarketError({ code: 'unexpected_answer', ...facts, cause: error })
}

/**
 * Whether asking again can only fail again, until a person does something about it.
 * @param {unknown} problem
 */
export const isFinal = (problem) =>
  problem instanceof CardMarketError && (problem.status === 401 || problem.code === 'quota_exceeded')
