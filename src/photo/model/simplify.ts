import { biasesOf, isPointwise, scaled, sumsByOutput, weightsOf, withWeights } from './convolution.ts'
import { floatAttribute, integerAttribute, type Node, readNetwork, writeNetwork } from './network.ts'
import { createNetworkEditor, type NetworkEditor } from './network-editor.ts'

/** `scale · x + shift`, with one number each for all of `x`, and the nodes that compute it. */
interface Affine {
  scale: number
  shift: number
  output: string
  nodes: readonly Node[]
}

/**
 * Rewrites a model in the ONNX format so that the engine does less for the same answer, but for the last digit. PP-OCRv4 learnt a scale and a shift before and behind every
 * activation and was exported with each as steps of their own, the activation as four more: ten passes over the data where two do. Scales and shifts go into the weights of
 * the convolutions around them, and the activation is written in the words that the engine computes together with a convolution.
 */
export const simplify = (model: Uint8Array): Uint8Array => {
  const network = createNetworkEditor(readNetwork(model))
  for (const conv of network.find('Conv')) foldBehind(network, conv)
  for (const division of network.find('Div')) writeAsHardSwish(network, division)
  for (const scaling of network.find('Mul')) foldAhead(network, scaling)
  return writeNetwork(model, network)
}

/** Puts a scale and a shift behind a convolution into its weights. */
const foldBehind = (network: NetworkEditor, conv: Node): void => {
  const affine = affineOf(network, conv.outputs[0])
  const weights = weightsOf(network, conv)
  if (!affine || !weights) return
  const { scale, shift } = affine
  const biases = biasesOf(network, conv).map((bias) => bias * scale + shift)
  network.replace(
    [conv, ...affine.nodes],
    [{ ...withWeights(network, conv, scaled(weights, scale), biases), outputs: [affine.output] }],
  )
}

/** Writes `x · clip(x + 3, 0, 6) / 6` as `x · HardSigmoid(x)`. */
const writeAsHardSwish = (network: NetworkEditor, division: Node): void => {
  const product = network.producerOf(division.inputs[0])
  const clip = network.producerOf(product?.inputs[1])
  const sum = network.producerOf(clip?.inputs[0])
  if (product?.operator !== 'Mul' || clip?.operator !== 'Clip' || sum?.operator !== 'Add') return
  const [input = '', three] = sum.inputs
  const isHardSwish =
    product.inputs[0] === input &&
    network.numberOf(three) === 3 &&
    (network.numberOf(clip.inputs[1]) ?? settingOf(clip, 'min')) === 0 &&
    (network.numberOf(clip.inputs[2]) ?? settingOf(clip, 'max')) === 6 &&
    network.numberOf(division.inputs[1]) === 6
  const steps = [sum, clip, product]
  if (!isHardSwish || steps.some(({ outputs }) => network.consumersOf(outputs[0]).length !== 1)) return
  const sigmoid = `simplified.${input}`
  network.replace(
    [...steps, division],
    [
      {
        operator: 'HardSigmoid',
        inputs: [input],
        outputs: [sigmoid],
        attributes: [floatAttribute('alpha', 1 / 6), floatAttribute('beta', 0.5)],
      },
      { operator: 'Mul', inputs: [input, sigmoid], outputs: division.outputs, attributes: [] },
    ],
  )
}

/** Puts a scale and a shift into the convolutions that follow; where a shift must not reach their padding, a convolution of a single pixel stays for it. */
const foldAhead = (network: NetworkEditor, scaling: Node): void => {
  const input = scaling.inputs.find((name) => network.numberOf(name) === null)
  const affine = affineOf(network, input)
  const channels = channelsOf(network, input)
  if (input === undefined || channels === null || !affine || affine.scale === 0) return
  const { scale, shift, output, nodes } = affine
  const followers = network.consumersOf(output)
  const convolved = followers.every((node) => node.inputs[0] === output && weightsOf(network, node) !== null)
  if (!convolved || followers.length === 0) {
    network.replace(nodes, [byChannel(network, { input, output, channels, scale, shift })])
    return
  }
  const isWhole = followers.every((conv) => isPointwise(network, conv))
  for (const conv of followers) {
    const folded = isWhole
      ? foldInto(network, conv, { input, scale, shift })
      : foldInto(network, conv, { input: output, scale, shift: 0 })
    network.replace([conv], [folded])
  }
  network.replace(nodes, isWhole ? [] : [byChannel(network, { input, output, channels, scale: 1, shift: shift / scale })])
}

/** The convolution that makes of `input` what the given one makes of `scale · input + shift`. */
const foldInto = (
  network: NetworkEditor,
  conv: Node,
  { input, scale, shift }: { input: string; scale: number; shift: number },
): Node => {
  const weights = weightsOf(network, conv)
  if (!weights) return conv
  const sums = sumsByOutput(weights)
  const biases = biasesOf(network, conv).map((bias, i) => bias + shift * (sums[i] ?? 0))
  const folded = withWeights(network, conv, scaled(weights, scale), biases)
  return { ...folded, inputs: [input, ...folded.inputs.slice(1)] }
}

const affineOf = (network: NetworkEditor, input: string | undefined): Affine | null => {
  const [scaling, ...others] = network.consumersOf(input)
  const scale = otherNumber(network, scaling, 'Mul', input)
  const [shifting, ...more] = network.consumersOf(scaling?.outputs[0])
  const shift = otherNumber(network, shifting, 'Add', scaling?.outputs[0])
  if (!scaling || !shifting || others.length + more.length > 0 || scale === null || shift === null) return null
  return { scale, shift, output: shifting.outputs[0] ?? '', nodes: [scaling, shifting] }
}

/** The single number that a node combines with its other input. */
const otherNumber = (
  network: NetworkEditor,
  node: Node | undefined,
  operator: string,
  input: string | undefined,
): number | null => (node?.operator === operator ? network.numberOf(node.inputs.find((name) => name !== input)) : null)

const settingOf = ({ attributes }: Node, name: string): number | null =>
  attributes.find((attribute) => attribute.name === name)?.numbers[0] ?? null

/** How many channels a value has, if a convolution made it. */
const channelsOf = (network: NetworkEditor, name: string | undefined): number | null => {
  const producer = network.producerOf(name)
  if (!producer) return null
  return producer.operator === 'Mul' ? channelsOf(network, producer.inputs[0]) : (weightsOf(network, producer)?.shape[0] ?? null)
}

/** A scale and a shift as a convolution of each channel by itself, which the engine computes without bringing the data into another order. */
const byChannel = (
  network: NetworkEditor,
  { input, output, channels, scale, shift }: { input: string; output: string; channels: number; scale: number; shift: number },
): Node => ({
  operator: 'Conv',
  inputs: [
    input,
    network.add({ shape: [channels, 1, 1, 1], values: new Float32Array(channels).fill(scale) }),
    network.add({ shape: [channels], values: new Float32Array(channels).fill(shift) }),
  ],
  outputs: [output],
  attributes: [integerAttribute('group', channels)],
})
