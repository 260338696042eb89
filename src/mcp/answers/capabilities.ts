import Type, { type Static } from 'typebox'
import type { Capabilities } from '../../../packages/client/src/client.ts'
import { Capabilities as ContractCapabilities, DataOffer } from '../../contract/capabilities.ts'

const told = ContractCapabilities.properties
const { offered, asOf } = DataOffer.properties

export const CapabilitiesAnswer = Type.Object({
  source: told.source,
  catalogSource: told.catalogSource,
  observedAt: told.observedAt,
  pricedBy: told.pricedBy,
  data: Type.Record(Type.String(), Type.Object({ offered, asOf }), { description: 'By kind of data; asOf is what it is of.' }),
  recordedSince: told.recordedSince,
  productLines: told.productLines,
  attribution: told.attribution,
  dataRightsNote: told.dataRightsNote,
})

/** What decides which tools can answer, and how their answers are to be shown. */
export const capabilitiesAnswer = (capabilities: Capabilities): Static<typeof CapabilitiesAnswer> => {
  const { source, catalogSource, observedAt, pricedBy, data, recordedSince, productLines, attribution, dataRightsNote } =
    capabilities
  const kinds = Object.entries(data).map(([kind, offer]) => [kind, { offered: offer.offered, asOf: offer.asOf }])
  return {
    source,
    catalogSource,
    observedAt,
    pricedBy,
    data: Object.fromEntries(kinds),
    recordedSince,
    productLines: productLines && [...productLines],
    attribution,
    dataRightsNote,
  }
}
