/** The code below Node's "fetch failed": `ECONNREFUSED`, `ENOTFOUND`, … */
const systemCodeOf = (error: unknown): string | null => {
  const code = (error as { cause?: { code?: unknown } } | null)?.cause?.code
  return typeof code === 'string' ? code : null
}

/** Codes of a handshake that the other side answered in plain text. */
const plainText: ReadonlySet<string> = new Set([
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'ERR_SSL_PACKET_LENGTH_TOO_LONG',
  'EPROTO',
])

const pageOrigin = (): string | null => {
  const origin = (globalThis as { location?: { origin?: unknown } }).location?.origin
  return typeof origin === 'string' && /^[a-z][a-z0-9+.-]*:\/\//.test(origin) ? origin : null
}

/** Says that no answer came from an address, and why, as far as the platform tells: a browser tells nothing. */
export const connectionFailure = (base: string, cause: unknown): string => {
  const failed = `The service at ${base} cannot be reached`
  const code = systemCodeOf(cause)
  if (code !== null && plainText.has(code)) return `${failed}: it does not speak TLS there. Is it http://?`
  if (code !== null) return `${failed}: ${code}.`
  const origin = pageOrigin()
  return origin === null || new URL(base, origin).origin === origin
    ? `${failed}.`
    : `${failed}, or it does not allow pages of ${origin}: see its CORS_ORIGINS.`
}
