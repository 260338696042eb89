/** @type {readonly [problem: string, action: string]} */
const sourceDown = ['The market source is not answering.', 'What it would say is unknown for now. Try again in a moment.']

/** @type {Readonly<Record<string, readonly [problem: string, action: string]>>} */
const messages = {
  missing_api_key: ['There is no API key yet.', 'Enter one; it stays in this page.'],
  invalid_api_key: ['This API key is not known.', 'Check that it was copied whole.'],
  expired_api_key: ['This API key has expired.', 'Enter another one; the operator issues them.'],
  revoked_api_key: ['This API key was revoked.', 'Enter another one; the operator issues them.'],
  rate_limited: ['The requests of this minute are used up.', 'Go on when the next minute begins.'],
  quota_exceeded: ['The requests of this month are used up.', 'The operator can raise the allowance.'],
  product_not_found: ['There is no such product.', 'Search for it by name.'],
  image_not_found: ['This product has no picture.', ''],
  unknown_category: ['There is no such product line.', 'Choose another one.'],
  unsupported_image_type: ['This is not a PNG, JPEG or WebP picture.', 'Choose another one.'],
  image_too_large: ['The picture is too large.', 'Choose one of at most 6 MB and 40 megapixels.'],
  invalid_image: ['The picture cannot be read.', 'Choose another one.'],
  service_busy: ['Too many photos are waiting.', 'Nothing was charged. Try again in a moment.'],
  service_unavailable: [
    'This part of the service is turned off.',
    'Photo reading can be turned on by the operator; identify by text works.',
  ],
  upstream_unavailable: sourceDown,
  upstream_invalid_response: ['The market source answered something that cannot be trusted.', 'Try again later.'],
  upstream_timeout: ['The market source did not answer in time.', 'Try again in a moment.'],
  upstream_rate_limited: ['The market source asks us to slow down.', 'Try again in a minute.'],
  access_store_unavailable: ['The service cannot check keys at the moment.', 'Nothing was charged. Try again in a moment.'],
  shutting_down: ['The service is restarting.', 'Nothing was charged. Try again in a moment.'],
  connection_failed: ['The service cannot be reached.', 'Check the connection, then try again. What you entered is still here.'],
  timed_out: ['The service did not answer in time.', 'Try again in a moment.'],
}

/**
 * What happened and what to do about it, by error code; `message` stands in for the problem of an unknown code.
 * @param {string} code
 * @returns {readonly [problem: string, action: string]}
 */
export const explain = (code, message = '') => messages[code] ?? [message || 'Something went wrong.', 'Try again.']
