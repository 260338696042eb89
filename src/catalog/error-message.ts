/** The message of anything thrown, for a report that names the file itself. */
export const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error))
