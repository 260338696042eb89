import { writeFileSync } from 'node:fs'
import { clientSource } from '../src/openapi/client-source.ts'
import { openApiDocument } from '../src/openapi/openapi-document.ts'

writeFileSync(new URL('../packages/client/src/operations.ts', import.meta.url), clientSource(openApiDocument()))
