import { type Quad, sidesOf } from '../image/geometry.ts'
import { type Picture, type Raster, warp } from '../image/raster.ts'
import type { Models } from '../model/models.ts'
import { type Columns, toColumns } from './alignment.ts'
import { type Normalization, runNetwork } from './tensor.ts'

const normalization: Normalization = { mean: [0.5, 0.5, 0.5], deviation: [0.5, 0.5, 0.5] }
/** The height in pixels that the recognizer and the orientation model were trained with. */
const lineHeight = 48
const minLineWidth = 32
const maxLineWidth = 960
const orientationWidth = 192

/** Characters as read from one line, and their mean probability. */
export interface RecognizedText {
  readonly text: string
  readonly confidence: number
  readonly columns: Columns
}

/** The part of a picture under a line's corners, scaled to the height that the recognizer takes. */
export const cropLine = (picture: Picture, corners: Quad): Raster => {
  const { top, right, bottom, left } = sidesOf(corners)
  const length = Math.max(top, bottom)
  const height = Math.max(1, (left + right) / 2)
  const width = Math.min(maxLineWidth, Math.max(minLineWidth, Math.ceil((length / height) * (lineHeight / 8)) * 8))
  return warp(picture, corners, width, lineHeight)
}

/** Reads one upright line of text. */
export const recognize = async (
  { recognizer, characters, symbolClasses }: Models,
  line: Raster,
): Promise<RecognizedText> => {
  const output = (await runNetwork(recognizer, line, normalization)) ?? new Float32Array()
  const best = bestPath(output, characters.length)
  return {
    ...collapse(best, characters),
    columns: toColumns(output, characters.length, best.probabilities, symbolClasses),
  }
}

/** The probability that a line stands on its head. */
export const upsideDownProbability = async ({ orientationModel }: Models, line: Raster): Promise<number> => {
  const padded: Raster = {
    data: new Uint8Array(orientationWidth * lineHeight * 3).fill(127),
    width: orientationWidth,
    height: lineHeight,
  }
  const columns = Math.min(orientationWidth, line.width)
  for (let y = 0; y < lineHeight; y++) {
    padded.data.set(line.data.subarray(y * line.width * 3, (y * line.width + columns) * 3), y * orientationWidth * 3)
  }
  const output = await runNetwork(orientationModel, padded, normalization)
  return output?.[1] ?? 0.5
}

/** The most probable class of each column, and its probability. */
interface BestPath {
  readonly classes: Int32Array
  readonly probabilities: Float32Array
}

const bestPath = (output: Float32Array, classCount: number): BestPath => {
  const count = Math.floor(output.length / classCount)
  const path: BestPath = { classes: new Int32Array(count), probabilities: new Float32Array(count) }
  for (let column = 0, start = 0; column < count; column++, start += classCount) {
    let best = start
    let bestValue = output[start] ?? 0
    for (let i = start + 1, end = start + classCount; i < end; i++) {
      const value = output[i] ?? 0
      if (value <= bestValue) continue
      best = i
      bestValue = value
    }
    path.classes[column] = best - start
    path.probabilities[column] = bestValue
  }
  return path
}

/**
 * Greedy (best path) decoding of connectionist temporal classification: repeats merge, then blanks, class 0, are
 * dropped (Graves et al., Connectionist Temporal Classification, ICML 2006, 3.2).
 */
const collapse = (
  { classes, probabilities }: BestPath,
  characters: readonly string[],
): Omit<RecognizedText, 'columns'> => {
  let [text, sum, count, previous] = ['', 0, 0, 0]
  classes.forEach((best, column) => {
    if (best !== 0 && best !== previous) {
      text += characters[best] ?? ''
      sum += probabilities[column] ?? 0
      count++
    }
    previous = best
  })
  return { text: text.trim(), confidence: count === 0 ? 0 : sum / count }
}
