/**
 * Languages in English by the letters that cards print for them: the regions of Yu-Gi-Oh! codes, and what Magic and
 * Pokémon print beside the set code.
 */
const byLetters: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ en: 'English', e: 'English', ae: 'English', de: 'German', g: 'German', fr: 'French', f: 'French' },
    ...{ it: 'Italian', i: 'Italian', es: 'Spanish', sp: 'Spanish', s: 'Spanish', pt: 'Portuguese', p: 'Portuguese' },
    ...{ ja: 'Japanese', jp: 'Japanese', ko: 'Korean', kr: 'Korean', ru: 'Russian', cs: 'Chinese', ct: 'Chinese' },
  }),
)

/** The language that letters on a card stand for, in English; `null` for other letters. */
export const languageOfLetters = (letters: string): string | null => byLetters.get(letters.toLowerCase()) ?? null
