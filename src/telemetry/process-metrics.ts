import { totalmem } from 'node:os'
import type { Registry } from 'prom-client'
import { certificateEndMs } from './certificate-end.ts'
import { exportKnown } from './known-gauge.ts'

export interface ProcessMetricsOptions {
  readonly registry: Registry
  /** As `/readyz` asks. */
  readonly isReady: () => Promise<boolean>
  /** The certificate that the service itself shows; `null` without TLS. */
  readonly certFile: string | null
  /** Bytes that the control group allows; 0 or more than there are where it allows any number. */
  readonly memoryLimit?: () => number
}

const expirySeconds = async (certFile: string): Promise<number | null> => {
  const endMs = await certificateEndMs(certFile)
  return endMs === null ? null : endMs / 1000
}

const limitBytes = (limit: number): number | null => (limit > 0 && limit < totalmem() ? limit : null)

/** Exports what an operator is woken for and no count shows. */
export const watchProcess = ({
  registry,
  isReady,
  certFile,
  memoryLimit = process.constrainedMemory,
}: ProcessMetricsOptions) => {
  const readiness = async () => ((await isReady().catch(() => false)) ? 1 : 0)
  exportKnown(registry, 'card_market_ready', '1 while /readyz answers 200.', readiness)
  exportKnown(
    registry,
    'card_market_memory_limit_bytes',
    'Memory limit of the control group; missing without one.',
    () => limitBytes(memoryLimit()),
  )
  exportKnown(
    registry,
    'card_market_tls_certificate_expiry_timestamp_seconds',
    'When the certificate in TLS_CERT_FILE ends; missing without one.',
    () => (certFile === null ? null : expirySeconds(certFile)),
  )
}
