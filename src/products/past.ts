import { type PastQuery, type Refuse, readMoment } from '../contract/moment.ts'
import { createPastSections, type PastSections } from './past-sections.ts'
import type { ProductsDependencies } from './sections.ts'

/** The sections as of the past that a query asks for, `null` for the present. @throws ServiceError that says what cannot be asked for */
export type Past = (query: PastQuery, refuse: Refuse) => PastSections | null

export const createPast = ({ archive, ...dependencies }: ProductsDependencies): Past => {
  const { source } = dependencies
  return ({ asOf, knownAt }, refuse) => {
    const asked = asOf !== undefined ? 'asOf' : knownAt !== undefined ? 'knownAt' : null
    if (asked === null) return null
    if (archive === null)
      throw refuse(asked, `cannot be answered here: this service keeps no past prices of the source ${source}`)
    const moment = readMoment({ asOf, knownAt }, refuse)
    return moment && createPastSections({ ...dependencies, archive }, moment)
  }
}
