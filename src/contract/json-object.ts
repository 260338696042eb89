/** An object read from JSON, of whose fields nothing is known yet. */
export type JsonObject = Readonly<Record<string, unknown>>

/** Whether a value is an object with fields: neither `null` nor a list. */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
