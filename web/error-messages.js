import { errorAdvice } from '/console/client/client.js'

/** @import { ErrorAdvice } from '/console/client/client.js' */

/** @type {ReadonlyMap<string, ErrorAdvice>} */
const adviceByCode = new Map(
  Object.entries({
    ...errorAdvice,
    // Without a key the console sends nothing, so the problem is not a header.
    missing_api_key: { meaning: 'There is no API key yet.', advice: 'Enter one and go on.' },
  }),
)

/**
 * What happened and what to do about it. A newer service may answer a code that this page does not know, so `message` stands in.
 * @param {string} code
 * @param {string} message the service's own, which is shown where the table of errors refers to it
 * @returns {ErrorAdvice}
 */
export const explain = (code, message = '') => {
  const known = adviceByCode.get(code)
  if (!known) return { meaning: message || 'Something went wrong.', advice: 'Try again.' }
  if (message === '' || !/\bmessage\b/.test(`${known.meaning} ${known.advice}`)) return known
  // It may be several things, and the message is the one.
  if (code === 'service_unavailable') return { meaning: message, advice: 'Use another part of the service, or try again later.' }
  return { ...known, meaning: `${known.meaning} ${message}` }
}
