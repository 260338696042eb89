/** The words of a text that whitespace parts. */
export const wordSet = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))
