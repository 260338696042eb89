import type { OpenApiDocument } from './document.ts'

const paragraphs = [
  'Trading-card market data over HTTP: a catalogue of product lines, sets and products, the right printing ' +
    'for a card text or a photo, and for every product its details, prices, history, offers and picture.',
  '**Data rights.** The default source, `sandbox`, is an invented market over a small bundled catalogue: none of ' +
    'its prices is real, and it is free to use. Live sources are off until the operator of a service names one; ' +
    'then the terms of that source apply to its data, and holding an API key grants no right to publish or resell ' +
    'it.',
  '**Null means unknown.** A field that the source has no value for is present and `null`. An unobserved price ' +
    'is `null`, never 0; an empty array is a success without data.',
  '**Amounts** are numbers of US dollars. Instants are ISO 8601 in UTC.',
  '**Metering.** Every call with a valid key within its allowance costs one request of its account, whatever the ' +
    'answer: also 304; 400, 404 and 408 for what it asks or sends; 500; 502; and 503 `service_unavailable`. ' +
    'Nothing is charged without a valid key (401), over the allowance (429), for an unknown route (404), a wrong ' +
    'method (405) or what is not valid HTTP within its limits (400 `invalid_request`, 414, 431, 501, 505), and ' +
    'while keys cannot be looked up (503 `access_store_unavailable`). A call refused before any work (503 ' +
    '`service_busy`, `shutting_down`) is refunded. Allowances belong to the account and end on UTC minute and ' +
    'month boundaries.',
  '**Compatibility.** Within `/v1` fields and codes are only added, so clients ignore fields they do not know. A ' +
    'breaking change is `/v2`; `/v1` then stays for at least 12 months, announced by `Deprecation` and `Sunset` ' +
    'headers and in the changelog.',
]

export const info: OpenApiDocument['info'] = {
  title: 'Card Market Data API',
  version: '1.0.0',
  summary: 'Trading-card catalogue, identification and market prices.',
  description: paragraphs.join('\n\n'),
  license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
}

export const tags: OpenApiDocument['tags'] = [
  { name: 'Account', description: 'The plans that exist, and what an account has used of its own.' },
  { name: 'Catalogue', description: 'Product lines, the sets within a line, and search over all products.' },
  {
    name: 'Identification',
    description: 'From a card text or a photo to ranked printings, saying when they cannot be told apart.',
  },
  { name: 'Products', description: 'What is known of a product now: details, prices, history, offers and picture.' },
  { name: 'Service', description: 'Pages of the service itself. They need no key and are not metered.' },
]

export const securitySchemes = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description:
      'An API key in `Authorization: Bearer <API_KEY>`. Keys are for servers and trusted backends: never in a ' +
      'public frontend, a URL, a repository or an image. A key in the query string is not looked at.',
  },
}
