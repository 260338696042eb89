import type { Raster } from '../image/raster.ts'
import { type InferenceSession, Tensor } from '../model/runtime.ts'

/** How a network wants its pixels: for blue, green and red in this order, `(value / 255 - mean) / deviation`. */
export interface Normalization {
  readonly mean: readonly [number, number, number]
  readonly deviation: readonly [number, number, number]
}

/** Runs a network on one picture. @returns its first output, or `null` when that is of another type */
export const runNetwork = async (
  session: InferenceSession,
  raster: Raster,
  normalization: Normalization,
): Promise<Float32Array | null> => {
  const output = Object.values(await session.run({ x: toTensor(raster, normalization) }))[0]
  return output?.data instanceof Float32Array ? output.data : null
}

/** A raster as a batch of one picture of three planes, blue first as in training. */
const toTensor = ({ data, width, height }: Raster, { mean, deviation }: Normalization): Tensor => {
  const size = width * height
  const out = new Float32Array(size * 3)
  for (let plane = 0; plane < 3; plane++) {
    const scale = 1 / (255 * (deviation[plane] ?? 1))
    const offset = (mean[plane] ?? 0) / (deviation[plane] ?? 1)
    const start = plane * size
    for (let i = 0, j = 2 - plane; i < size; i++, j += 3) out[start + i] = (data[j] ?? 0) * scale - offset
  }
  return new Tensor('float32', out, [1, 3, height, width])
}
