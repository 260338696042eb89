import type { Config } from '../app/configuration/config.ts'
import type { SyncRecord } from '../market/sync-ledger.ts'
import { staleBuildMs } from '../market/sync-status.ts'
import { hourMs } from '../time/units.ts'
import { error, type Finding, ok, warning } from './doctor-checks.ts'

/** Says how the daily pull stands, by the ledger alone: the mirror is not called for it. */
export const checkSync = (
  { marketSync }: Pick<Config, 'marketSync'>,
  record: SyncRecord | null,
  nowMs: number,
): Finding => {
  const { lastBuild = null, refused = null, failure = null, pausedUntil = null } = record ?? {}
  if (refused)
    return error(
      `the build of ${refused.build} was refused: ${refused.reason}`,
      `look at ${refused.folder}; the next build is judged anew, or market sync --accept takes this one`,
    )
  if (pausedUntil !== null && Date.parse(pausedUntil) > nowMs)
    return warning(
      `the mirror has turned us away until ${pausedUntil}`,
      'see that no other program calls it from this address',
    )
  const later = marketSync ? 'serve syncs by itself' : 'run market sync'
  if (lastBuild === null)
    return warning(failure ? `no day yet: ${failure.reason}` : 'no day yet', failure ? 'correct what it names' : later)
  const hours = Math.max(0, Math.floor((nowMs - Date.parse(lastBuild)) / hourMs))
  const detail = `build ${lastBuild}, ${hours} hours old`
  if (nowMs - Date.parse(lastBuild) > staleBuildMs)
    return warning(failure ? `${detail}: ${failure.reason}` : detail, failure ? 'correct what it names' : later)
  return ok(failure ? `${detail}; the last attempt failed: ${failure.reason}` : detail)
}
