import type { Constant, Node } from './network.ts'
import type { NetworkEditor } from './network-editor.ts'

/** Weights by output × input of a group × height × width; `null` for a node that is no convolution. */
export const weightsOf = (network: NetworkEditor, { operator, inputs }: Node): Constant | null =>
  (operator === 'Conv' && network.constants.get(inputs[1] ?? '')) || null

/** One bias for each output; zeros where the convolution has none. */
export const biasesOf = (network: NetworkEditor, { inputs }: Node): Float32Array =>
  network.constants.get(inputs[2] ?? '')?.values ??
  new Float32Array(network.constants.get(inputs[1] ?? '')?.shape[0] ?? 0)

export const withWeights = (network: NetworkEditor, conv: Node, weights: Constant, biases: Float32Array): Node => ({
  ...conv,
  inputs: [conv.inputs[0] ?? '', network.add(weights), network.add({ shape: [biases.length], values: biases })],
})

export const scaled = ({ shape, values }: Constant, scale: number): Constant => {
  // A loop, since there are millions of them.
  const multiplied = values.slice()
  for (let i = 0; i < values.length; i++) multiplied[i] = (values[i] ?? 0) * scale
  return { shape, values: multiplied }
}

export const sumsByOutput = ({ shape: [outputs = 1], values }: Constant): Float64Array => {
  const sums = new Float64Array(outputs)
  const perOutput = values.length / outputs
  for (let output = 0, i = 0; output < outputs; output++) {
    let sum = 0
    for (const end = i + perOutput; i < end; i++) sum += values[i] ?? 0
    sums[output] = sum
  }
  return sums
}

/** Whether a convolution is 1 × 1 without padding. */
export const isPointwise = (network: NetworkEditor, conv: Node): boolean => {
  const size = weightsOf(network, conv)?.shape.slice(2) ?? []
  const padding = conv.attributes.find(({ name }) => name === 'pads')?.numbers ?? []
  return size.every((side) => side === 1) && padding.every((width) => width === 0)
}
