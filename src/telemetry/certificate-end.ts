import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'

/** How long before its end a certificate wants a look; as the alert rule says. */
export const certificateWarningMs = 14 * 86_400_000

/** When the certificate in a PEM file ends, in milliseconds since the epoch; `null` while it cannot be read, being half written or not there for the moment. */
export const certificateEndMs = async (certFile: string): Promise<number | null> => {
  try {
    return Date.parse(new X509Certificate(await readFile(certFile)).validTo)
  } catch {
    return null
  }
}
