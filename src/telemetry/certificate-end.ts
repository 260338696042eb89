import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'

/** How long before its end a certificate wants a look; as the alert rule says. */
export const certificateWarningMs = 14 * 86_400_000

/** Milliseconds since the epoch; `null` while the PEM file cannot be read, as when half written or missing. */
export const certificateEndMs = async (certFile: string): Promise<number | null> => {
  try {
    return Date.parse(new X509Certificate(await readFile(certFile)).validTo)
  } catch {
    return null
  }
}
