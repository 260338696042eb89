/**
 * What a terminal or a page obeys instead of showing it: controls, separators of lines and paragraphs, marks of byte
 * order and of annotations, and the signs that turn the direction of writing (Unicode, UAX #9). The joiners of emoji,
 * of Persian and of Indian scripts are letters' own, and none of these.
 */
const controls = '\\p{Cc}\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2060\\u2066-\\u206f\\ufeff\\ufff9-\\ufffb'

const anyControl = new RegExp(`[${controls}]`, 'u')
const eachControl = new RegExp(`[${controls}]`, 'gu')
const breaks = /[\t\n\v\f\r\u0085\u2028\u2029]/g
/** A tab, the end of a line, and one as Windows and CSV have it. */
const harmless = /^(?:[\t\n]|\r(?=\n|$))/

export const hasControls = (text: string): boolean => anyControl.test(text)

/** A text of one line without such characters; those that part words become spaces. */
export const withoutControls = (text: string): string => text.replace(breaks, ' ').replace(eachControl, '')

/** A text of several lines without such characters, but for those that end lines and tabs. */
export const linesWithoutControls = (text: string): string =>
  text.replace(eachControl, (control) => (/[\t\n\r]/.test(control) ? control : ''))

/** A text as it may be printed: such characters are written as JSON and programs write them, `\u202e`. */
export const escapeControls = (text: string): string =>
  text.replace(eachControl, (control, at: number) =>
    harmless.test(text.slice(at, at + 2)) ? control : `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
