const yearFirst = /^(?:19|20)[0-9]{2}(?![0-9])/

/** Editions before finishes. */
const variants: readonly (readonly [name: string, form: RegExp])[] = [
  ['1st Edition', /(?:(?<![0-9])1ST|(?<![A-Z])(?:IST|FIRST)) ?ED(?:I|[. ]|$)/i],
  ['Shadowless', /SHADOWLESS/i],
  ['Unlimited', /\bUNLIMITED\b/i],
  ['Reverse Holo', /\bREV(?:ERSE|\.)? ?(?:HOLO|FOIL)/i],
  ['Holo', /(?:H|(?<![A-Z])I)OLO(?:FOIL|GRAPHIC)?(?![A-Z])/i],
  ['Foil', /\bFOIL\b/i],
]

/** The edition, else the finish, that texts name, as `1st Edition` or `Holo`. */
export const editionOrFinish = (texts: readonly string[]): string | null =>
  variants.find(([, form]) => texts.some((text) => form.test(text)))?.[0] ?? null

/** A line of a label as the name that it may be, without edition and finish; nothing of the line of year and set. */
export const nameOnLabel = (text: string): string =>
  yearFirst.test(text)
    ? ''
    : variants.reduce((rest, [, form]) => rest.replace(form, ''), text).replace(/^[\s-]+|(?<![\s-])[\s-]+$/g, '')

const brand = /P.K.?M.N|P\.? ?M\.|MAGIC|THE GATHERING|MTG|YU-?GI-?OH!?|ONE PIECE|CARD|GAME|TCG/g
const otherLanguage = /JAPAN|KOREA|CHINESE|GERMAN|FRENCH|ITALIAN|SPANISH/
/** Sets that labels name otherwise than the catalogue. */
const sets: ReadonlyMap<string, string> = new Map([
  ...['Alpha', 'Beta', 'Unlimited', 'Revised'].map((name) => [name.toUpperCase(), `${name} Edition`] as const),
  ['ROCKET', 'Team Rocket'],
])

/** The set behind the year, of a card in English; only one has printings without a shadow. */
export const setOnLabel = (texts: readonly string[]): string | null => {
  if (texts.some((text) => text.includes('SHADOWLESS'))) return 'Base Set Shadowless'
  const line = texts.find((text) => yearFirst.test(text)) ?? ''
  const name = line
    .replace(yearFirst, '')
    .replace(brand, '')
    .replace(/^\W+|(?<!\W)\W+$/g, '')
  return otherLanguage.test(line) ? null : (sets.get(name) ?? (name || null))
}

/** The edition that a card itself prints in letters, in a line of its own. */
export const printedEdition = (lines: readonly { text: string; confidence: number }[]): string | null =>
  lines.some(({ text, confidence }) => confidence >= 0.85 && /^1st ?Edition$/i.test(text.trim())) ? '1st Edition' : null
