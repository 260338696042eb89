/**
 * Fits `chances` of src/photo/match/weights.ts: reads every labelled picture as it is and in random disguises (turned,
 * tilted, darker, blurred, smaller, several on one table, cut so that no title is left), and runs a logistic regression
 * on what came out. Usage: npm run bench fit-confidence -- [disguises per picture]
 */
import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { decode } from '../src/photo/image/decode.ts'
import type { Quad } from '../src/photo/image/geometry.ts'
import { type Picture, type Raster, toPicture, warp, wholeOf } from '../src/photo/image/raster.ts'
import { bestLook } from '../src/photo/look.ts'
import { nameFeatures, numberFeatures } from '../src/photo/match/confidence.ts'
import { memoizeLexicon, openLexicon, packLexicon } from '../src/photo/match/lexicon.ts'
import { chances } from '../src/photo/match/weights.ts'
import { loadModels } from '../src/photo/model/models.ts'
import { isUnseen, type Label, photoSets, readLabels, sharedFolder } from '../test/support/photos/labelled.ts'
import { createRandom } from '../test/support/photos/random.ts'
import { openEvalCatalog } from './photo-eval/catalog.ts'
import { between, drawTable, lay, uprightAt } from './photo-pages/drawing.ts'
import { nameFits, numberFits } from './photo-set.ts'

interface Sample {
  file: string
  disguise: string
  name: number[]
  number: number[]
  nameRight: boolean | null
  numberRight: boolean | null
  said: string
}

const print = (line: string): boolean => process.stdout.write(`${line}\n`)
const shared = sharedFolder()
if (shared === null) throw new Error('fit-confidence needs the shared folder (or SHARED_DIR).')
const disguises = Number(process.argv[2] ?? 6)
/** Single cards of every picture that is not kept unseen. */
const labelled = photoSets.flatMap((set) =>
  readLabels(shared, set)
    .filter((label) => label.cards === undefined && !isUnseen(label))
    .map((label) => ({ label, path: `${shared}/${set}/${label.file}` })),
)
const lexicon = memoizeLexicon(openLexicon(packLexicon((await openEvalCatalog()).entries())))
const models = await loadModels(1)

// With a seed, so that two runs see the same pictures.
const random = createRandom(20261121)
const within = (low: number, high: number): number => between(random, low, high)

const tilted = (picture: Picture, turn: number, tilt: number): Raster => {
  const room = Math.round(Math.hypot(picture.width, picture.height) * 0.55)
  const side = room * 2
  const ground = drawTable(random, side, side)
  lay(ground, picture, uprightAt(picture, room - (picture.width >> 1), room - (picture.height >> 1)))
  const half = room * (Math.abs(Math.sin(2 * turn)) * 0.25 + 0.72)
  const corner = (angle: number): readonly [number, number] => {
    const reach = half * Math.SQRT2 * within(1 - tilt, 1 + tilt)
    return [room + Math.cos(angle + turn) * reach, room + Math.sin(angle + turn) * reach]
  }
  const quad: Quad = [corner((-3 * Math.PI) / 4), corner(-Math.PI / 4), corner(Math.PI / 4), corner((3 * Math.PI) / 4)]
  return warp(toPicture(ground), quad, Math.min(1800, Math.round(half * 2)), Math.min(1800, Math.round(half * 2)))
}

const developed = async ({ data, width, height }: Raster): Promise<Picture> => {
  const scale = within(0.55, 1)
  const blur = within(0, 1.3)
  let image = sharp(data, { raw: { width, height, channels: 3 } }).resize(Math.max(200, Math.round(width * scale)))
  if (blur > 0.4) image = image.blur(blur)
  return decode(
    await image
      .linear(within(0.65, 1.25), within(-20, 20))
      .jpeg({ quality: Math.round(within(45, 92)) })
      .toBuffer(),
  )
}

const samples: Sample[] = []
const measure = async (picture: Picture, label: Label, disguise: string): Promise<void> => {
  const look = await bestLook({ models, lexicon }, picture)
  // One among several gets its limit, whatever the features say; a piece of a card may well hold its name.
  if (!look || look.amongOthers) return
  const { match } = look
  if (disguise === 'piece' && match.known && match.similarity > 0.95) return
  const hopeless = label.name === null && !label.numberOnly
  samples.push({
    file: label.file,
    disguise,
    name: nameFeatures(match, look.isCard),
    number: numberFeatures(match),
    // A title as printed gets its chance without these weights.
    nameRight: match.name === null || !match.known ? null : !hopeless && nameFits(label, match.name),
    numberRight:
      match.number === null || (label.cardNumber === null && !hopeless)
        ? null
        : !hopeless && numberFits(label, match.number.text),
    said: `${match.name} · ${match.number?.text ?? null}`,
  })
}

const fit = (rows: readonly { x: number[]; y: number }[]): number[] => {
  const size = rows[0]?.x.length ?? 0
  const weights = new Array<number>(size).fill(0)
  for (let round = 0; round < 6000; round++) {
    const slope = new Array<number>(size).fill(0)
    for (const { x, y } of rows) {
      const p = 1 / (1 + Math.exp(-x.reduce((sum, value, i) => sum + value * (weights[i] ?? 0), 0)))
      for (let i = 0; i < size; i++) slope[i] = (slope[i] ?? 0) + (y - p) * (x[i] ?? 0)
    }
    for (let i = 0; i < size; i++)
      weights[i] = (weights[i] ?? 0) + 2 * ((slope[i] ?? 0) / rows.length - 0.002 * (i === 0 ? 0 : (weights[i] ?? 0)))
  }
  return weights
}

const report = (title: string, rows: readonly { x: number[]; y: number }[], weights: readonly number[]): void => {
  print(
    `${title}: [${weights.map((w) => w.toFixed(2)).join(', ')}]  ` +
      `(${rows.length} samples, ${rows.filter(({ y }) => y).length} right)`,
  )
  for (let from = 0; from < 1; from += 0.1) {
    const inside = rows.filter(({ x }) => {
      const p = 1 / (1 + Math.exp(-x.reduce((sum, value, i) => sum + value * (weights[i] ?? 0), 0)))
      return p >= from && p < from + 0.1
    })
    if (inside.length > 0)
      print(
        `  said ${from.toFixed(1)}–${(from + 0.1).toFixed(1)}: ` +
          `${inside.filter(({ y }) => y).length} of ${inside.length} right`,
      )
  }
}

const pictures = new Map<string, Picture>()
for (const { label, path } of labelled) pictures.set(label.file, await decode(readFileSync(path)))
const nothing: Label = {
  file: 'several',
  game: null,
  name: null,
  cardNumber: null,
  kind: 'photo',
  lang: null,
  numberLegible: false,
  notes: '',
}
for (const { label } of labelled) {
  const picture = pictures.get(label.file)
  if (!picture) continue
  await measure(picture, label, 'none')
  for (let i = 0; i < disguises; i++) {
    const turn = i % 2 === 0 ? within(-0.25, 0.25) : within(-Math.PI, Math.PI)
    await measure(
      await developed(tilted(picture, turn, i % 3 === 0 ? 0.1 : 0.03)),
      label,
      `turned ${((turn * 180) / Math.PI).toFixed(0)}`,
    )
  }
}
// Several cards on one table, and pieces of cards that hold no title.
const all = [...pictures.values()]
for (let i = 0; i < disguises * 6; i++) {
  const columns = 2 + (i % 2)
  const ground = drawTable(random, columns * 420, columns * 560)
  for (let cell = 0; cell < columns * columns; cell++) {
    const picture = all[Math.floor(random.share() * all.length)]
    if (!picture) continue
    const scale = Math.min(390 / picture.width, 530 / picture.height)
    const small = warp(picture, wholeOf(picture), Math.floor(picture.width * scale), Math.floor(picture.height * scale))
    lay(ground, small, uprightAt(small, (cell % columns) * 420 + 10, Math.floor(cell / columns) * 560 + 10))
  }
  await measure(await developed(ground), { ...nothing, file: `several-${columns}x${columns}` }, 'several')
  const one = all[Math.floor(random.share() * all.length)]
  if (!one) continue
  const [left, top] = [within(0.1, 0.4) * one.width, within(0.3, 0.45) * one.height]
  const piece: Quad = [
    [left, top],
    [left + one.width * 0.45, top],
    [left + one.width * 0.45, top + one.height * 0.3],
    [left, top + one.height * 0.3],
  ]
  await measure(await developed(warp(one, piece, 640, 480)), { ...nothing, file: 'piece' }, 'piece')
}

const names = samples.flatMap(({ name, nameRight }) => (nameRight === null ? [] : [{ x: name, y: nameRight ? 1 : 0 }]))
const numbers = samples.flatMap(({ number, numberRight }) =>
  numberRight === null ? [] : [{ x: number, y: numberRight ? 1 : 0 }],
)
report('name as it is', names, chances.name)
report('name fitted', names, fit(names))
report('number as it is', numbers, chances.number)
report('number fitted', numbers, fit(numbers))
for (const s of samples) {
  if (s.nameRight === false || s.numberRight === false)
    print(
      `${s.nameRight === false ? 'NAME' : '    '} ${s.numberRight === false ? 'NUMBER' : '      '} ` +
        `${s.file} ${s.disguise}: ${s.said} ` +
        [s.name, s.number].map((features) => `[${features.map((v) => v.toFixed(2)).join(' ')}]`).join(' '),
    )
}
