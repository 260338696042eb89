import Type from 'typebox'
import type { Capabilities } from '../../../packages/client/src/client.ts'
import { Capabilities as ContractCapabilities, DataOffer } from '../../contract/capabilities.ts'
import { pick } from './shared.ts'

const Offered = Type.Pick(DataOffer, ['offered', 'asOf'])

export const CapabilitiesAnswer = Type.Object({
  ...Type.Omit(ContractCapabilities, ['photoReader', 'pictures', 'sync']).properties,
  data: Type.Record(Type.String(), Offered, { description: 'By kind of data; asOf is what it is of.' }),
})

/** What decides which tools can answer, and how their answers are to be shown. */
export const capabilitiesAnswer = (capabilities: Capabilities) => ({
  ...pick(CapabilitiesAnswer, capabilities),
  data: Object.fromEntries(Object.entries(capabilities.data).map(([kind, offer]) => [kind, pick(Offered, offer)])),
})
