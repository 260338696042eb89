import type { Config } from '../app/configuration/config.ts'
import { readTls } from '../app/configuration/tls.ts'
import { certificateEndMs, certificateWarningMs } from '../telemetry/certificate-end.ts'
import { dayMs } from '../time/units.ts'
import { causeOf, error, type Finding, ok, warning } from './doctor-checks.ts'

/** Loads certificate and key as a start does, and tells when the certificate ends; `null` without TLS. */
export const checkCertificate = async (config: Config, nowMs: number): Promise<Finding | null> => {
  if (config.tls === null) return null
  const { certFile } = config.tls
  try {
    readTls(config)
  } catch (cause) {
    return error(causeOf(cause), 'correct TLS_CERT_FILE and TLS_KEY_FILE')
  }
  const endMs = await certificateEndMs(certFile)
  if (endMs === null) return error(`${certFile} cannot be read`, 'correct TLS_CERT_FILE')
  const instant = new Date(endMs).toISOString()
  const fix = 'renew it; the service takes the new file into use by itself'
  if (endMs <= nowMs) return error(`${certFile} ended on ${instant}`, fix)
  const detail = `${certFile} ends on ${instant}, in ${Math.floor((endMs - nowMs) / dayMs)} days`
  return endMs - nowMs < certificateWarningMs ? warning(detail, fix) : ok(detail)
}
