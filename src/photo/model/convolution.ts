import type { Constant, Node } from './network.ts'
import type { NetworkEditor } from './network-editor.ts'

/** The weights of a convolution: outputs × inputs of a group × height × width; `null` for any other node. */
export const weightsOf = (network: NetworkEditor, { operator, inputs }: Node): Constant | null =>
  (operator === 'Conv' && network.constants.get(inputs[1] ?? '')) || null

/** The biases of a convolution, one for each output; zeros where it has none. */
export const biasesOf = (network: NetworkEditor, { inputs }: Node): Float32Array =>
  network.constants.get(inputs[2] ?? '')?.values ?? new Float32Array(network.constants.get(inputs[1] ?? '')?.shape[0] ?? 0)

/** A convolution with other weights and biases, which are added to the network. */
export const withWeights = (network: NetworkEditor, conv: Node, weights: Constant, biases: Float32Array): Node => ({
  ...conv,
  inputs: [conv.inputs[0] ?? '', network.add(weights), network.add({ shape: [biases.length], values: biases })],
})

/** Weights times a number. */
export const scaled = ({ shape, values }: Constant, scale: number): Constant => {
  // There are millions of them, so no function is called for each.
  const multiplied = values.slice()
  for (let i = 0; i < values.length; i++) multiplied[i] = (values[i] ?? 0) * scale
  return { shape, values: multiplied }
}

/** The sum of the weights that lead to each output. */
export const sumsByOutput = ({ shape: [outputs = 1], values }: Constant): Float64Array => {
  const sums = new Float64Array(outputs)
  const each = values.length / outputs
  for (let output = 0, i = 0; output < outputs; output++) {
    let sum = 0
    for (const end = i + each; i < end; i++) sum += values[i] ?? 0
    sums[output] = sum
  }
  return sums
}

/** Whether a convolution sees one pixel at a time and nothing beyond the edges. */
export const isPointwise = (network: NetworkEditor, conv: Node): boolean => {
  const size = weightsOf(network, conv)?.shape.slice(2) ?? []
  const padding = conv.attributes.find(({ name }) => name === 'pads')?.numbers ?? []
  return size.every((side) => side === 1) && padding.every((width) => width === 0)
}
