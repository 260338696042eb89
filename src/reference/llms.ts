import { reservedProducts } from '../contract/reserved-products.ts'
import type { OpenApiDocument, Parameter, PlacedOperation, Schema } from '../openapi/document.ts'
import { errorsOf, groupsOf, isMetered, meaningOf, resourceNameOf, successOf } from './read-document.ts'
import { limitsOf } from './schema-words.ts'
import { allErrors } from './tables.ts'

const traitsOf = (schema: Schema, isRequired: boolean): string => {
  const traits = [
    isRequired ? 'required' : null,
    schema.enum?.join('|') ?? null,
    limitsOf(schema),
    schema.default === undefined ? null : `default ${schema.default}`,
  ].filter((trait) => trait !== null)
  return traits.length > 0 ? ` (${traits.join(', ')})` : ''
}

/** What a number or a word of a list means is plain from its name and limits; a free text needs its description. */
const parameterLine = ({ name, schema, required, description }: Parameter) => {
  const meaning = schema.type === 'string' && !schema.enum ? `: ${description.replace(/\.$/, '')}` : ''
  return `\`${name}\`${traitsOf(schema, required)}${meaning}`
}

const bodyLine = (schema: Schema): string =>
  Object.entries(schema.properties ?? {})
    .map(
      ([name, field]) =>
        `\`${name}\`${traitsOf(field, schema.required?.includes(name) ?? false)}: ${field.description}`,
    )
    .join(' ')

const operationLine = (document: OpenApiDocument, { method, path, operation }: PlacedOperation): string => {
  const { summary, description, parameters = [], requestBody } = operation
  const schema = successOf(document, operation)?.schema
  const body = requestBody?.content['application/json']?.schema
  const answer = schema && resourceNameOf(schema)
  const own = errorsOf(document, operation)
    .filter(({ status }) => status === '400' || status === '404')
    .flatMap(({ codes }) => codes)
    .filter((code) => code !== 'invalid_request')
  return [
    `- \`${method} ${path}\` ${summary}. ${description}`,
    parameters.length > 0 ? ` Parameters: ${parameters.map(parameterLine).join('; ')}.` : '',
    body ? ` JSON body: ${bodyLine(body)}` : '',
    answer
      ? ` Answers \`${answer}\`: ${Object.keys(document.components.schemas[answer]?.properties ?? {}).join(', ')}.`
      : '',
    own.length > 0 ? ` Own errors: ${own.join(', ')}.` : '',
    isMetered(operation) ? '' : ' Free, no key.',
  ].join('')
}

const rules = `## Rules

- Send \`Authorization: Bearer <API_KEY>\` on every route under /v1 except \`GET /v1/plans\`. Never put a key in a \
URL; a person gets keys from the operator.
- Each call with a key costs one request of its account, also 304, 400, 404 for a product, and 502. 401, 429, unknown \
routes and wrong methods cost nothing. \`x-ratelimit-remaining\` and \`x-monthly-remaining\` tell what is left; \`GET \
/v1/usage\` costs one request too.
- For many products, SKUs or cards use \`POST /v1/prices\`: up to 100 for one request. A pasted list goes into \
\`cards\`, one line each as it is written: \`{"cards":[{"q":"Charizard 4/102 LP","set":"base-set"}]}\`. A row with \
\`status: "needs_review"\` has no price: ask a person which printing (\`unclear_printing\`) or which copy \
(\`unclear_copy\`) it is; \`unclear\` names the field to ask for and its values.
- \`null\` means unknown, never zero: say so, and leave it out of sums. An empty array is a success without data. A \
null section of a snapshot is unavailable; \`sections\` says why.
- All amounts are US dollars. Instants are ISO 8601 in UTC.
- To find a card: \`GET /v1/identify\` with name and collector number. When \`ambiguous\` is true the leading \
candidates cannot be told apart by what was given: show them to a person and ask, do not take the first. The same for \
a \`matchScore\` below 50, and for text read from a photo, which is best effort.
- Answers with \`source: "sandbox"\` are invented; never present them as real prices.
- Ignore fields you do not know: within /v1 fields and codes are only added.
- \`GET /capabilities\` is free: which kinds of data this service offers, of when they are, since when prices are \
kept, the product lines, and the line to show with the data (\`attribution\`). Read it once before spending requests. \
\`not_offered_by_source\` means never: do not try again.
- \`pricedBy: "printing"\` there: \`condition\` and \`language\` of every price are null, and a price is that of the \
usual copy, near mint. Never present it as that of another condition or of a graded card.
- Past prices: \`asOf\` (a UTC date, meaning its end, or an instant with zone) on prices, details, snapshot and in the \
body of \`POST /v1/prices\`; \`calculatedAt\` of a row says when it was observed. \`knownAt\` beside it leaves out \
what was learnt later.
- Integers are plain digits. Query parameters and fields of bodies that are not listed are ignored and named in \
\`x-ignored-parameters\` (\`cards.0.condtion\`); a parameter given twice is 400.`

const errorRules = `Body: \`{"error": {"code", "message", "requestId"}}\`. Decide by \`code\`. 400, 401, 404, 405: \
change the request. 429: wait \`Retry-After\` seconds. 502, 503, or a connection that failed: every operation only \
reads, so send it again, after \`Retry-After\` or half a second and each time twice as long; but not after \
\`not_offered_by_source\` or \`service_unavailable\`, which stay so. Keep \`requestId\`, which is also the header \
\`x-request-id\`, for support.`

export const llmsText = (document: OpenApiDocument): string => {
  const { title, version, summary } = document.info
  const groups = groupsOf(document).map(
    ({ name, operations }) =>
      `### ${name}\n\n${operations.map((placed) => operationLine(document, placed)).join('\n')}`,
  )
  const errors = allErrors().flatMap(({ status, codes }) =>
    codes.map((code) => `- ${status} \`${code}\`: ${meaningOf(document, code)}`),
  )
  const reserved = reservedProducts.map(({ productId, outcome, answer }) => `- ${productId}: ${outcome} ${answer}.`)
  return `${[
    `# ${title} ${version}`,
    `> ${summary} JSON over HTTP; paths are relative to the host of this file.`,
    rules,
    '## Operations',
    ...groups,
    '## Errors',
    errorRules,
    errors.join('\n'),
    '## Sandbox products that act out an outcome',
    reserved.join('\n'),
    '## More',
    '- [OpenAPI 3.1](/openapi.json): every schema, header and example\n- [Reference](/docs): the same for people\n' +
      '- `POST /mcp`: the same as tools of the Model Context Protocol (streamable HTTP), with the same key',
  ].join('\n\n')}\n`
}
