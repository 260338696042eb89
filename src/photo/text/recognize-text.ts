import type { InferenceSession } from 'onnxruntime-node'
import type { Quad } from '../image/geometry.ts'
import { distance } from '../image/geometry.ts'
import { type Picture, type Raster, warp } from '../image/raster.ts'
import type { Models } from '../model/models.ts'
import { type Columns, toColumns } from './alignment.ts'
import { toTensor } from './tensor.ts'

const normalization = { mean: [0.5, 0.5, 0.5], deviation: [0.5, 0.5, 0.5] } as const
const lineHeight = 48
const widest = 960

/** Characters as read from one line, and the mean certainty of each, 0 to 1. */
export interface RecognizedText {
  text: string
  confidence: number
  columns: Columns
}

/** The part of a picture under a line's corners, drawn as tall as the recognizer wants it. */
export const cropLine = (picture: Picture, corners: Quad): Raster => {
  const long = Math.max(distance(corners[0], corners[1]), distance(corners[3], corners[2]))
  const high = Math.max(1, (distance(corners[0], corners[3]) + distance(corners[1], corners[2])) / 2)
  const width = Math.min(widest, Math.max(32, Math.ceil((long / high) * (lineHeight / 8)) * 8))
  return warp(picture, corners, width, lineHeight)
}

/** Reads one upright line of text. */
export const recognize = async ({ recognizer, characters, known }: Models, line: Raster): Promise<RecognizedText> => {
  const output = (await firstOutput(recognizer, line)) ?? new Float32Array()
  const best = bestOfColumns(output, characters.length)
  return { ...readColumns(best, characters), columns: toColumns(output, characters.length, best.certainties, known) }
}

/** How surely a line stands on its head, 0 to 1. */
export const upsideDownProbability = async ({ orientationModel }: Models, line: Raster): Promise<number> => {
  const fixed: Raster = { data: new Uint8Array(192 * lineHeight * 3).fill(127), width: 192, height: lineHeight }
  const columns = Math.min(192, line.width)
  for (let y = 0; y < lineHeight; y++) {
    fixed.data.set(line.data.subarray(y * line.width * 3, (y * line.width + columns) * 3), y * 192 * 3)
  }
  const output = await firstOutput(orientationModel, fixed)
  return output?.[1] ?? 0.5
}

const firstOutput = async (session: InferenceSession, line: Raster): Promise<Float32Array | null> => {
  const output = Object.values(await session.run({ x: toTensor(line, normalization) }))[0]
  return output?.data instanceof Float32Array ? output.data : null
}

/** The best class of each column, and how sure it is. */
interface BestOfColumns {
  classes: Int32Array
  certainties: Float32Array
}

const bestOfColumns = (output: Float32Array, classes: number): BestOfColumns => {
  const count = Math.floor(output.length / classes)
  const bests: BestOfColumns = { classes: new Int32Array(count), certainties: new Float32Array(count) }
  for (let column = 0, start = 0; column < count; column++, start += classes) {
    let best = start
    let bestValue = output[start] ?? 0
    for (let i = start + 1, end = start + classes; i < end; i++) {
      const value = output[i] ?? 0
      if (value <= bestValue) continue
      best = i
      bestValue = value
    }
    bests.classes[column] = best - start
    bests.certainties[column] = bestValue
  }
  return bests
}

/** Characters from the best of each column, repeats and blanks dropped (CTC, greedy). Class 0 is the blank. */
const readColumns = ({ classes, certainties }: BestOfColumns, characters: readonly string[]): Omit<RecognizedText, 'columns'> => {
  let [text, sum, count, previous] = ['', 0, 0, 0]
  classes.forEach((best, column) => {
    if (best !== 0 && best !== previous) {
      text += characters[best] ?? ''
      sum += certainties[column] ?? 0
      count++
    }
    previous = best
  })
  return { text: text.trim(), confidence: count === 0 ? 0 : sum / count }
}
