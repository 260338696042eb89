import { writeFileSync } from 'node:fs'
import { clientSource } from '../src/contract/openapi/client-source.ts'
import { openApiDocument } from '../src/contract/openapi.ts'

writeFileSync(new URL('../src/contract/client/operations.ts', import.meta.url), clientSource(openApiDocument()))
