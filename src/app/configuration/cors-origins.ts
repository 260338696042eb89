const maxOrigins = 32

/** Any scheme, since apps in a web view have their own, such as `capacitor://localhost`. */
const originForm = /^[a-z][a-z\d+.-]*:\/\/[^/?#\s,@*]+$/

/** What browsers send as `Origin` of a page at this address; `null` where that cannot be told. */
const originOf = (text: string): string | null => {
  if (/^https?:\/\//i.test(text)) return URL.canParse(text) ? new URL(text).origin : null
  return null
}

const problemOf = (origin: string): string | null => {
  if (origin === '*')
    return (
      'CORS_ORIGINS takes no *: it would invite keys into pages that anybody can open. Name the origins of ' +
      'your own pages.'
    )
  const meant = originOf(origin)
  const isExact = originForm.test(origin) && (meant === null ? !/^https?:/.test(origin) : meant === origin)
  if (isExact) return null
  const hint = meant === null || meant === origin || meant.includes('*') ? '' : `; ${meant} may be meant`
  return (
    `CORS_ORIGINS must be origins with commas between, each as scheme://host or scheme://host:port, such ` +
    `as https://shop.example.com; "${origin}" is none${hint}.`
  )
}

/** Reads the origins whose pages may call routes that take a key. */
export const readCorsOrigins = (value: string | null, problems: string[]): readonly string[] => {
  const origins = [...new Set((value ?? '').split(',').map((word) => word.trim()))].filter(Boolean)
  const found = origins.flatMap((origin) => problemOf(origin) ?? [])
  if (origins.length > maxOrigins) found.push(`CORS_ORIGINS takes at most ${maxOrigins} origins.`)
  problems.push(...found)
  return found.length > 0 ? [] : origins
}
