import type { Parameter, PlacedOperation } from '../openapi/document.ts'
import { isMetered } from './read-document.ts'

/** One request in three languages, each reading the address from BASE and the key from KEY. */
export interface CodeExamples {
  readonly curl: string
  readonly typescript: string
  readonly python: string
}

interface Request {
  readonly method: string
  readonly path: string
  readonly query: readonly (readonly [string, string])[]
  readonly hasKey: boolean
  readonly body: Readonly<Record<string, unknown>> | null
  /** Field of the body that holds a picture, which an example reads from a file. */
  readonly pictureField: string | null
}

/** Parameters that say something: those with an example that is not just the default. */
const toldBy = (parameters: readonly Parameter[], where: Parameter['in']): [string, string][] =>
  parameters
    .filter(({ in: place, example, schema }) => place === where && example !== undefined && example !== schema.default)
    .map(({ name, example }) => [name, String(example)])

const requestOf = ({ method, path, operation }: PlacedOperation): Request => {
  const { parameters = [], requestBody } = operation
  const body = (requestBody?.content['application/json']?.example ?? null) as Request['body']
  const picture = Object.entries(body ?? {}).find(([, value]) => String(value).startsWith('data:image/'))
  return {
    method,
    path: toldBy(parameters, 'path').reduce((at, [name, value]) => at.replace(`{${name}}`, encodeURIComponent(value)), path),
    query: toldBy(parameters, 'query'),
    hasKey: isMetered(operation),
    body,
    pictureField: picture?.[0] ?? null,
  }
}

const queryOf = (query: Request['query']) =>
  query.length === 0 ? '' : `?${query.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}`

const curl = ({ path, query, hasKey, body, pictureField }: Request): string => {
  const parts = [
    `curl -s "$BASE${path}${queryOf(query)}"`,
    ...(hasKey ? ['-H "Authorization: Bearer $KEY"'] : []),
    ...(body ? ['-H "Content-Type: application/json"'] : []),
  ]
  if (!body) return parts.join(' \\\n  ')
  if (!pictureField) return [...parts, `-d '${JSON.stringify(body)}'`].join(' \\\n  ')
  const picture = `printf '{"${pictureField}":"data:image/jpeg;base64,%s"}' "$(base64 < card.jpg | tr -d '\\n')"`
  return `${picture} |\n${[...parts, '-d @-'].join(' \\\n  ')}`
}

const quoted = (text: string) => `'${text}'`

const typescript = ({ method, path, query, hasKey, body, pictureField }: Request): string => {
  const search = `\${new URLSearchParams({ ${query.map(([name, value]) => `${name}: ${quoted(value)}`).join(', ')} })}`
  const headers = [
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the template of the example.
    ...(hasKey ? ['authorization: `Bearer ${process.env.KEY}`'] : []),
    ...(body ? ["'content-type': 'application/json'"] : []),
  ]
  const sent = pictureField ? `{ ${pictureField}: \`data:image/jpeg;base64,\${picture}\` }` : JSON.stringify(body)
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(headers.length > 0 ? [`  headers: { ${headers.join(', ')} },`] : []),
    ...(body ? [`  body: JSON.stringify(${sent}),`] : []),
  ]
  return [
    ...(pictureField
      ? ["import { readFile } from 'node:fs/promises'", '', "const picture = await readFile('card.jpg', 'base64')"]
      : []),
    `const response = await fetch(\`\${process.env.BASE}${path}${query.length > 0 ? `?${search}` : ''}\`${options.length > 0 ? ', {' : ')'}`,
    ...(options.length > 0 ? [...options, '})'] : []),
    'const answer = await response.json()',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the template of the example.
    'if (!response.ok) throw new Error(`${answer.error.code}: ${answer.error.message}`)',
    'console.log(answer)',
  ].join('\n')
}

const python = ({ path, query, hasKey, body, pictureField }: Request): string => {
  const imports = [
    ...(pictureField ? ['base64'] : []),
    'json',
    'os',
    ...(query.length > 0 ? ['urllib.parse'] : []),
    'urllib.request',
  ]
  const headers = [
    ...(hasKey ? [`"Authorization": f"Bearer {os.environ['KEY']}"`] : []),
    ...(body ? ['"Content-Type": "application/json"'] : []),
  ]
  const sent = pictureField ? `{"${pictureField}": f"data:image/jpeg;base64,{picture}"}` : JSON.stringify(body)
  return [
    `import ${imports.join(', ')}`,
    '',
    ...(query.length > 0
      ? [`query = urllib.parse.urlencode({${query.map(([name, value]) => `"${name}": "${value}"`).join(', ')}})`]
      : []),
    ...(pictureField ? ['with open("card.jpg", "rb") as file:', '    picture = base64.b64encode(file.read()).decode()'] : []),
    'request = urllib.request.Request(',
    `    f"{os.environ['BASE']}${path}${query.length > 0 ? '?{query}' : ''}",`,
    ...(headers.length > 0 ? [`    headers={${headers.join(', ')}},`] : []),
    ...(body ? [`    data=json.dumps(${sent}).encode(),`] : []),
    ')',
    'with urllib.request.urlopen(request) as response:',
    '    print(json.load(response))',
  ].join('\n')
}

/** The examples of one operation, with the values that the document gives for its parameters and its body. */
export const codeExamplesOf = (placed: PlacedOperation): CodeExamples => {
  const request = requestOf(placed)
  return { curl: curl(request), typescript: typescript(request), python: python(request) }
}
