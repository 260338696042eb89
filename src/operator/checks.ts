import { gapDays } from '../archive/kept-days.ts'
import { certificateWarningMs } from '../telemetry/certificate-end.ts'
import { describeUpstream } from '../telemetry/live-figures.ts'
import { dayMs } from '../time/units.ts'
import type { Check, Overview, SyncFigures } from './overview.ts'
import { describeBytes, describeCount, describeInstant, describeLength } from './words.ts'

type Known = Omit<Overview, 'checks'>

/** As the alert rule says. */
const failingShare = 0.2

const checkSource = ({ now, service }: Known): Check => {
  const name = 'Source'
  if (now === null) return { name, state: 'unknown', detail: `${service.marketSource}; no figures yet` }
  const isFailing = now.fetchesFailed > failingShare * (now.fetched + now.fetchesFailed)
  const isTroubled = now.openCircuits.length + now.rateLimitedHosts.length > 0 || isFailing
  return { name, state: isTroubled ? 'attention' : 'good', detail: `${service.marketSource}; ${describeUpstream(now)}` }
}

/** A sentence as a part of a longer one. */
const unended = (reason: string): string => reason.replace(/\.$/, '')

const checkSync = ({
  build,
  ageSeconds,
  isStale,
  progress,
  refused,
  failure,
  pausedUntil,
  requests,
}: SyncFigures): Check => {
  const words = [
    build === null
      ? 'no build yet'
      : `build of ${describeInstant(build)}, ${describeLength((ageSeconds ?? 0) * 1000)} old`,
    ...(progress ? [`under way: ${progress.step}, ${progress.done} of ${progress.total}`] : []),
    ...(refused ? [`build of ${describeInstant(refused.build)} refused: ${unended(refused.reason)}`] : []),
    ...(failure ? [`failed at ${describeInstant(failure.at)}: ${unended(failure.reason)}`] : []),
    ...(pausedUntil ? [`the mirror is left alone until ${describeInstant(pausedUntil)}`] : []),
    `${describeCount(requests)} requests to the mirror in the last day`,
  ]
  const isTroubled = refused !== null || failure !== null || isStale || pausedUntil !== null
  const state = isTroubled ? 'attention' : build === null ? 'unknown' : 'good'
  return { name: 'Sync', state, detail: words.join('; ') }
}

const checkCatalogue = ({ catalogue }: Known): Check => {
  const { source, fetchedAt, products, sets, problem } = catalogue
  const words = [
    source,
    ...(products === null ? [] : [`${describeCount(products)} products in ${describeCount(sets)} sets`]),
    ...(fetchedAt === null ? [] : [`of ${describeInstant(fetchedAt)}`]),
    ...(problem === null ? [] : [unended(problem)]),
  ]
  return { name: 'Catalogue', state: problem === null ? 'good' : 'attention', detail: words.join('; ') }
}

const gapsShown = 3

const checkArchive = ({ archive, unavailable }: Known): Check => {
  const name = 'Archive'
  if (unavailable.includes('archive'))
    return { name, state: 'attention', detail: 'the database did not answer in time' }
  if (archive === null) return { name, state: 'unknown', detail: 'nothing is kept yet' }
  const { firstDay, lastDay, gaps } = archive
  const shown = gaps.slice(-gapsShown).map(({ from, to }) => (from === to ? from : `${from} to ${to}`))
  const isLonger = Date.parse(lastDay) - Date.parse(firstDay) > gapDays * dayMs
  const missing =
    gaps.length === 0
      ? `no day ${isLonger ? 'of the newest year ' : ''}is missing`
      : `days missing: ${shown.join(', ')}`
  const more = gaps.length > gapsShown ? ` and ${gaps.length - gapsShown} more` : ''
  const detail = `${firstDay} to ${lastDay}; ${missing}${more}`
  return { name, state: gaps.length === 0 ? 'good' : 'attention', detail }
}

const checkDatabase = ({ unavailable, databaseBytes, service }: Known): Check => {
  const isUnavailable = unavailable.length > 0
  const size = `${service.database}; ${describeBytes(databaseBytes)} on disk`
  const detail = isUnavailable ? `${size}; did not answer in time: ${unavailable.join(', ')}` : size
  return { name: 'Database', state: isUnavailable ? 'attention' : 'good', detail }
}

const checkCertificate = ({ endsAt }: NonNullable<Known['certificate']>, nowMs: number): Check => {
  const name = 'Certificate'
  if (endsAt === null)
    return { name, state: 'attention', detail: 'TLS_CERT_FILE cannot be read; the one before it is in use' }
  const leftMs = Date.parse(endsAt) - nowMs
  const detail =
    leftMs > 0 ? `ends ${describeInstant(endsAt)}, in ${describeLength(leftMs)}` : `ended ${describeInstant(endsAt)}`
  return { name, state: leftMs < certificateWarningMs ? 'attention' : 'good', detail }
}

export const checksOf = (known: Known, { isKept }: { readonly isKept: boolean }): readonly Check[] => [
  checkSource(known),
  ...(known.sync ? [checkSync(known.sync)] : []),
  checkCatalogue(known),
  ...(isKept ? [checkArchive(known)] : []),
  checkDatabase(known),
  ...(known.certificate ? [checkCertificate(known.certificate, Date.parse(known.observedAt))] : []),
]
