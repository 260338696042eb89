import { errorAdvice } from '/console/client/client.js'

/** @import { ErrorAdvice } from '/console/client/client.js' */

/** @type {Readonly<Record<string, ErrorAdvice | undefined>>} */
const adviceByCode = {
  ...errorAdvice,
  // Without a key the console sends nothing, so the problem is not a header.
  missing_api_key: { meaning: 'There is no API key yet.', advice: 'Enter one and go on.' },
}

/**
 * What happened and what to do about it. A newer service may answer a code that this page does not know, so `message` stands in.
 * @param {string} code
 * @returns {ErrorAdvice}
 */
export const explain = (code, message = '') =>
  adviceByCode[code] ?? { meaning: message || 'Something went wrong.', advice: 'Try again.' }
