import type { Endpoint } from '../contract/endpoint.ts'
import { endpoints } from '../contract/endpoints.ts'
import type { OpenApiDocument, PathItem } from './document.ts'
import { commonErrors, createErrorResponses, errorExamples, errorSchemas } from './errors.ts'
import { headers } from './headers.ts'
import { info, securitySchemes, tags } from './info.ts'
import { codesOf, operationOf } from './operations.ts'
import { pagePaths } from './pages.ts'
import { createSchemaCollection } from './schemas.ts'

/** The table as an OpenAPI 3.1 document: plain JSON, the same at every call. */
export const openApiDocument = (): OpenApiDocument => {
  const table = Object.entries<Endpoint>(endpoints)
  const schemas = createSchemaCollection()
  const codes = [commonErrors, ...table.map(([, endpoint]) => codesOf(endpoint))]
  const errors = createErrorResponses(codes)
  const paths: Record<string, PathItem> = {}
  for (const [operationId, endpoint] of table) {
    const method = endpoint.method === 'GET' ? 'get' : 'post'
    paths[endpoint.path] = { ...paths[endpoint.path], [method]: operationOf(operationId, endpoint, schemas, errors) }
  }
  const document: OpenApiDocument = {
    openapi: '3.1.0',
    info,
    servers: [{ url: '/', description: 'The service that this document came from.' }],
    tags,
    paths: { ...paths, ...pagePaths(errors, schemas) },
    components: {
      schemas: { ...schemas.components, ...errorSchemas },
      headers,
      examples: errorExamples(codes.flat()),
      responses: errors.components,
      securitySchemes,
    },
  }
  return JSON.parse(JSON.stringify(document))
}
