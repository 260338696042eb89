import type { Random } from '../../test/support/photos/random.ts'

/** What a label says. */
export interface LabelTruth {
  /** As it is printed, `GEM MT` and `10`. */
  readonly words: string
  readonly grade: string
  readonly certificate: string
  readonly year: string
  readonly set: string
  readonly name: string
  readonly number: string
  /** `1st Edition`, `Shadowless`, `Holo`, or nothing. */
  readonly variant: string | null
}

/** How a company sets its labels, after pictures that it publishes. */
export interface LabelDesign {
  /** As the service tells it. */
  readonly company: string
  /** Grades with their words. */
  readonly grades: readonly (readonly [grade: string, words: string])[]
  readonly certificate: (random: Random) => string
  /** Whether the reader was tuned on it; of the others only sums were looked at. */
  readonly isTuned: boolean
  /** The label as SVG of 1,000 by 270. */
  readonly draw: (truth: LabelTruth, random: Random) => string
}

const digits = (random: Random, count: number): string =>
  Array.from({ length: count }, (_, at) => (at === 0 ? 1 + random.below(9) : random.below(10))).join('')

interface Style {
  readonly fill?: string
  readonly anchor?: 'start' | 'middle' | 'end'
  readonly bold?: boolean
  readonly serif?: boolean
  /** Squeezed or stretched to this width, at most. */
  readonly width?: number
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const text = (x: number, y: number, size: number, said: string, style: Style = {}): string => {
  const { fill = '#111', anchor = 'start', bold = false, serif = false, width } = style
  const natural = said.length * size * 0.66
  const squeezed =
    width !== undefined && natural > width ? ` textLength="${width}" lengthAdjust="spacingAndGlyphs"` : ''
  return (
    `<text x="${x}" y="${y}" font-size="${size}" fill="${fill}" text-anchor="${anchor}"` +
    ` font-family="DejaVu Sans${serif ? ' Serif' : ' Condensed'}" font-weight="${bold ? 700 : 400}"${squeezed}>` +
    `${escaped(said)}</text>`
  )
}

const box = (x: number, y: number, width: number, height: number, fill: string, more = ''): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}" ${more}/>`

const barcode = (random: Random, x: number, y: number, width: number, height: number): string => {
  let [bars, at] = ['', x]
  while (at < x + width) {
    const bar = 2 + random.below(5)
    bars += box(at, y, bar, height, '#111')
    at += bar + 2 + random.below(6)
  }
  return bars
}

const psaGrades = [
  ['10', 'GEM MT'],
  ['9', 'MINT'],
  ['8', 'NM-MT'],
  ['8.5', 'NM-MT+'],
  ['7', 'NM'],
  ['6', 'EX-MT'],
  ['5', 'EX'],
  ['3', 'VG'],
] as const
const longGrades = [
  ['10', 'PRISTINE'],
  ['9.5', 'GEM MINT'],
  ['9', 'MINT'],
  ['8.5', 'NM-MT+'],
  ['8', 'NM-MT'],
  ['7.5', 'NEAR MINT+'],
  ['7', 'NEAR MINT'],
] as const
const cgcGrades = [
  ['10', 'GEM MINT'],
  ['9.5', 'MINT+'],
  ['9', 'MINT'],
  ['8.5', 'NM/Mint+'],
  ['8', 'NM/Mint'],
  ['7', 'NM'],
] as const
const shortGrades = [
  ['10', 'GEM MINT'],
  ['9', 'MINT'],
  ['8', 'NM MT'],
] as const

const upper = ({ variant }: LabelTruth): string => (variant ?? '').toUpperCase()
const subgrades = ['CENTERING', 'CORNERS', 'EDGES', 'SURFACE'] as const
const near = (random: Random, grade: string): string =>
  String(Math.min(10, Math.max(1, Number(grade) + random.below(4) / 2 - 0.5)))

const psa: LabelDesign = {
  company: 'PSA',
  grades: psaGrades,
  certificate: (random) => digits(random, 8),
  isTuned: true,
  draw: (truth, random) =>
    box(0, 0, 1000, 270, '#d22') +
    box(16, 20, 968, 232, '#f6f6f4') +
    text(45, 82, 50, `${truth.year} ${truth.set}`.toUpperCase(), { width: 620 }) +
    text(45, 138, 50, truth.name.toUpperCase(), { width: 620 }) +
    text(45, 194, 50, upper(truth), { width: 560 }) +
    barcode(random, 45, 205, 260, 40) +
    box(430, 200, 140, 48, '#9ab') +
    text(960, 82, 50, `#${truth.number}`, { anchor: 'end' }) +
    text(960, 138, 50, truth.words, { anchor: 'end' }) +
    text(960, 190, 50, truth.grade, { anchor: 'end' }) +
    text(960, 244, 50, truth.certificate, { anchor: 'end' }),
}

/** The same with the company's name in its frame, as older ones have it. */
const oldPsa: LabelDesign = {
  ...psa,
  isTuned: false,
  draw: (truth, random) =>
    box(0, 0, 1000, 270, '#c11') +
    text(500, 36, 36, 'PSA', { anchor: 'middle', fill: '#fff', bold: true }) +
    box(14, 46, 972, 210, '#fff') +
    text(40, 98, 46, `${truth.year} ${truth.set}`.toUpperCase(), { width: 600 }) +
    text(40, 148, 46, truth.name.toUpperCase(), { width: 600 }) +
    text(40, 198, 46, upper(truth), { width: 600 }) +
    barcode(random, 40, 210, 300, 40) +
    text(962, 98, 46, `#${truth.number}`, { anchor: 'end' }) +
    text(962, 148, 46, truth.words, { anchor: 'end' }) +
    text(962, 196, 46, truth.grade, { anchor: 'end' }) +
    text(962, 248, 46, truth.certificate, { anchor: 'end' }),
}

const beckett: LabelDesign = {
  company: 'BGS',
  grades: longGrades,
  certificate: (random) => `00${digits(random, 8)}`,
  isTuned: true,
  draw: (truth, random) =>
    box(0, 0, 1000, 270, '#777') +
    text(95, 150, 120, 'B', { anchor: 'middle', fill: '#eee', bold: true, serif: true }) +
    text(95, 225, 34, 'BECKETT', { anchor: 'middle', fill: '#eee', serif: true }) +
    box(190, 8, 800, 254, '#e3e1d8') +
    text(215, 48, 34, `${truth.year} ${truth.set}`.toUpperCase(), { width: 480 }) +
    text(215, 86, 34, `${truth.name} ${upper(truth)}`.toUpperCase(), { width: 480 }) +
    subgrades
      .map((part, at) => {
        const [x, y] = [215 + (at % 2) * 265, 190 + (at >> 1) * 44]
        return text(x, y, 32, part) + text(x + 195, y, 32, near(random, truth.grade), { width: 50 })
      })
      .join('') +
    text(870, 125, 130, truth.grade, { anchor: 'middle', bold: true }) +
    text(870, 175, 36, truth.words, { anchor: 'middle', width: 220 }) +
    text(870, 230, 40, truth.certificate, { anchor: 'middle' }),
}

/** Without grades of its parts. */
const plainBeckett: LabelDesign = {
  ...beckett,
  isTuned: false,
  draw: (truth) =>
    box(0, 0, 1000, 270, '#c9a94b') +
    text(110, 90, 44, 'BECKETT', { anchor: 'middle', serif: true, bold: true, width: 190 }) +
    text(110, 130, 28, 'GRADING', { anchor: 'middle' }) +
    text(240, 70, 38, `${truth.year} ${truth.set}`.toUpperCase(), { width: 480 }) +
    text(240, 118, 38, truth.name.toUpperCase(), { width: 480 }) +
    text(240, 166, 38, upper(truth), { width: 480 }) +
    text(240, 240, 36, truth.certificate) +
    text(870, 150, 140, truth.grade, { anchor: 'middle', bold: true }) +
    text(870, 215, 42, truth.words, { anchor: 'middle', width: 230 }),
}

const cgc: LabelDesign = {
  company: 'CGC',
  grades: cgcGrades,
  certificate: (random) => digits(random, 10),
  isTuned: true,
  draw: (truth) =>
    box(0, 0, 1000, 270, '#cfe3f2') +
    box(0, 0, 1000, 62, '#2a6fb4') +
    text(60, 47, 42, 'C G C   U N I V E R S A L   G R A D E', { fill: '#fff', bold: true, width: 880 }) +
    box(50, 82, 190, 176, '#fff', 'rx="20" stroke="#2a6fb4" stroke-width="4"') +
    text(145, 122, 32, truth.words, { anchor: 'middle', width: 170 }) +
    text(145, 232, 116, truth.grade, { anchor: 'middle', bold: true, width: 160 }) +
    text(620, 108, 42, truth.name, { anchor: 'middle', width: 640 }) +
    text(620, 152, 36, `Pokémon (${truth.year})`, { anchor: 'middle' }) +
    text(620, 194, 36, [truth.set, truth.variant, truth.number].filter(Boolean).join(' - '), {
      anchor: 'middle',
      width: 640,
    }) +
    text(960, 250, 30, truth.certificate, { anchor: 'end' }),
}

/** With the grade at its right, as newer ones. */
const newCgc: LabelDesign = {
  ...cgc,
  isTuned: false,
  draw: (truth) =>
    box(0, 0, 1000, 270, '#fbfbfb') +
    box(0, 0, 210, 270, '#123f7a') +
    text(105, 130, 76, 'CGC', { anchor: 'middle', fill: '#fff', bold: true }) +
    text(105, 180, 28, 'CARDS', { anchor: 'middle', fill: '#fff' }) +
    text(235, 62, 40, truth.name, { bold: true, width: 500 }) +
    text(235, 108, 34, `Pokémon ${truth.year}`) +
    text(235, 150, 34, `${truth.set} #${truth.number}`, { width: 500 }) +
    text(235, 192, 34, truth.variant ?? '') +
    text(235, 245, 30, truth.certificate) +
    text(870, 78, 42, truth.words.toUpperCase(), { anchor: 'middle', bold: true, width: 230 }) +
    text(870, 210, 140, truth.grade, { anchor: 'middle', bold: true }),
}

const sgc: LabelDesign = {
  company: 'SGC',
  grades: [
    ['10', 'GEM MINT'],
    ['9.5', 'MINT+'],
    ['9', 'MINT'],
    ['8', 'NM-MT'],
    ['7', 'NM'],
  ],
  certificate: (random) => digits(random, 7 + random.below(2)),
  isTuned: true,
  draw: (truth) =>
    box(0, 0, 1000, 270, '#111') +
    text(120, 150, 92, 'SGC', { anchor: 'middle', fill: '#fff', bold: true }) +
    text(250, 66, 40, `${truth.year} ${truth.set}`, { fill: '#fff', width: 460 }) +
    text(250, 118, 40, `${truth.name} ${truth.number}`, { fill: '#fff', width: 460 }) +
    text(250, 170, 40, truth.variant ?? '', { fill: '#fff' }) +
    text(250, 240, 34, truth.certificate, { fill: '#fff' }) +
    text(860, 170, 150, truth.grade, { anchor: 'middle', fill: '#fff', bold: true }) +
    text(860, 230, 44, truth.words, { anchor: 'middle', fill: '#fff', width: 220 }),
}

const ace: LabelDesign = {
  company: 'ACE',
  grades: shortGrades,
  certificate: (random) => digits(random, 7),
  isTuned: false,
  draw: (truth) =>
    box(0, 0, 1000, 270, '#1d2b53') +
    text(40, 70, 44, truth.name, { fill: '#fff', bold: true, width: 600 }) +
    text(40, 122, 36, `${truth.set} ${truth.number}`, { fill: '#fff', width: 600 }) +
    text(40, 170, 36, [truth.variant, truth.year].filter(Boolean).join(' '), { fill: '#fff' }) +
    text(40, 240, 32, `Cert # ${truth.certificate}`, { fill: '#fff' }) +
    text(640, 240, 44, 'ACE GRADING', { anchor: 'middle', fill: '#fd0', bold: true, width: 240 }) +
    text(880, 160, 140, truth.grade, { anchor: 'middle', fill: '#fff', bold: true }) +
    text(880, 220, 40, truth.words, { anchor: 'middle', fill: '#fff', width: 210 }),
}

const tag: LabelDesign = {
  company: 'TAG',
  grades: [['10', 'PRISTINE'], ...shortGrades],
  certificate: (random) => `${'ABCDEF'[random.below(6)]}${digits(random, 7)}`,
  isTuned: false,
  draw: (truth) =>
    box(0, 0, 1000, 270, '#eee') +
    text(110, 140, 86, 'TAG', { anchor: 'middle', bold: true }) +
    text(110, 190, 26, 'GRADING', { anchor: 'middle' }) +
    text(250, 70, 40, truth.name.toUpperCase(), { bold: true, width: 480 }) +
    text(250, 120, 34, `${truth.year} ${truth.set}`, { width: 480 }) +
    text(250, 166, 34, `${upper(truth)} #${truth.number}`) +
    text(250, 240, 32, truth.certificate) +
    text(870, 150, 130, truth.grade, { anchor: 'middle', bold: true }) +
    text(870, 210, 42, truth.words, { anchor: 'middle', width: 220 }),
}

const ags: LabelDesign = {
  company: 'AGS',
  grades: shortGrades,
  certificate: (random) => digits(random, 8),
  isTuned: true,
  draw: (truth) =>
    box(0, 0, 1000, 270, '#0b3d2e') +
    text(110, 150, 86, 'AGS', { anchor: 'middle', fill: '#fff', bold: true }) +
    text(240, 70, 40, `${truth.year} ${truth.set}`, { fill: '#fff', width: 480 }) +
    text(240, 122, 40, truth.name, { fill: '#fff', width: 480 }) +
    text(240, 172, 36, [truth.variant, `#${truth.number}`].filter(Boolean).join(' '), { fill: '#fff' }) +
    text(240, 240, 32, truth.certificate, { fill: '#fff' }) +
    text(870, 90, 42, truth.words, { anchor: 'middle', fill: '#fff', width: 220 }) +
    text(870, 225, 130, truth.grade, { anchor: 'middle', fill: '#fff', bold: true }),
}

/** A company that is not known. */
const other: LabelDesign = {
  ...ags,
  company: 'Graded',
  isTuned: false,
  draw: (truth) =>
    box(0, 0, 1000, 270, '#5b2a86') +
    text(40, 62, 38, 'QUALITY CARD GRADERS', { fill: '#fff', bold: true, width: 560 }) +
    text(40, 116, 36, `${truth.year} ${truth.set}`, { fill: '#fff', width: 560 }) +
    text(40, 166, 36, `${truth.name} #${truth.number}`, { fill: '#fff', width: 560 }) +
    text(40, 206, 32, truth.variant ?? '', { fill: '#fff' }) +
    text(40, 250, 30, truth.certificate, { fill: '#fff' }) +
    text(860, 100, 44, truth.words, { anchor: 'middle', fill: '#fff', width: 220 }) +
    text(860, 220, 120, truth.grade, { anchor: 'middle', fill: '#fff', bold: true }),
}

export const designs: readonly LabelDesign[] = [
  ...[psa, beckett, cgc, sgc, ags],
  ...[oldPsa, plainBeckett, newCgc, ace, tag, other],
]
