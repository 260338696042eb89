import { biasesOf, isPointwise, scaled, sumsByOutput, weightsOf, withWeights } from './convolution.ts'
import { floatAttribute, integerAttribute, type Node, readNetwork, writeNetwork } from './network.ts'
import { createNetworkEditor, type NetworkEditor } from './network-editor.ts'

/** `scale · x + shift` with a scalar each, and the nodes that compute it. */
interface Affine {
  readonly scale: number
  readonly shift: number
  readonly output: string
  readonly nodes: readonly Node[]
}

/**
 * Rewrites an ONNX model so that the engine does less for the same answer, but for the last digit. The backbone of
 * PP-OCRv4 (PP-LCNetV3) learnt an affine block before and after each activation, and was exported with each block as
 * two nodes and each activation as four: ten passes over the data where two do. The affine blocks are folded into the
 * convolutions around them, as batch normalization is (Jacob et al., Quantization and Training of Neural Networks, CVPR
 * 2018, 3.2), and the activation is written as the operators that the engine fuses with a convolution.
 */
export const simplify = (model: Uint8Array): Uint8Array => {
  const network = createNetworkEditor(readNetwork(model))
  for (const conv of network.find('Conv')) foldFollowingAffine(network, conv)
  for (const division of network.find('Div')) fuseHardSwish(network, division)
  for (const scaling of network.find('Mul')) foldPrecedingAffine(network, scaling)
  return writeNetwork(model, network)
}

/** `scale · (w ∗ x + b) + shift` is the convolution with weights `scale · w` and biases `scale · b + shift`. */
const foldFollowingAffine = (network: NetworkEditor, conv: Node): void => {
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

/**
 * Writes hard swish (Howard et al., Searching for MobileNetV3, ICCV 2019), `x · clip(x + 3, 0, 6) / 6`, as `x ·
 * HardSigmoid(x)`.
 */
const fuseHardSwish = (network: NetworkEditor, division: Node): void => {
  const product = network.producerOf(division.inputs[0])
  const clip = network.producerOf(product?.inputs[1])
  const sum = network.producerOf(clip?.inputs[0])
  if (product?.operator !== 'Mul' || clip?.operator !== 'Clip' || sum?.operator !== 'Add') return
  const [input = '', three] = sum.inputs
  const isHardSwish =
    product.inputs[0] === input &&
    network.scalarOf(three) === 3 &&
    (network.scalarOf(clip.inputs[1]) ?? numberAttribute(clip, 'min')) === 0 &&
    (network.scalarOf(clip.inputs[2]) ?? numberAttribute(clip, 'max')) === 6 &&
    network.scalarOf(division.inputs[1]) === 6
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

/**
 * Folds a scale and a shift into the convolutions that follow; a shift would reach their padding too, so before padded
 * ones it stays as a depthwise convolution.
 */
const foldPrecedingAffine = (network: NetworkEditor, scaling: Node): void => {
  const input = scaling.inputs.find((name) => network.scalarOf(name) === null)
  const affine = affineOf(network, input)
  const channels = channelsOf(network, input)
  if (input === undefined || channels === null || !affine || affine.scale === 0) return
  const { scale, shift, output, nodes } = affine
  const followers = network.consumersOf(output)
  const convolved = followers.every((node) => node.inputs[0] === output && weightsOf(network, node) !== null)
  if (!convolved || followers.length === 0) {
    network.replace(nodes, [depthwiseAffine(network, { input, output, channels, scale, shift })])
    return
  }
  const isWhole = followers.every((conv) => isPointwise(network, conv))
  for (const conv of followers) {
    const folded = isWhole
      ? foldIntoWeights(network, conv, { input, scale, shift })
      : foldIntoWeights(network, conv, { input: output, scale, shift: 0 })
    network.replace([conv], [folded])
  }
  network.replace(
    nodes,
    isWhole ? [] : [depthwiseAffine(network, { input, output, channels, scale: 1, shift: shift / scale })],
  )
}

/** The convolution of `input` that equals the given one of `scale · input + shift`. */
const foldIntoWeights = (
  network: NetworkEditor,
  conv: Node,
  { input, scale, shift }: { readonly input: string; readonly scale: number; readonly shift: number },
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
  const scale = scalarOperand(network, scaling, 'Mul', input)
  const [shifting, ...more] = network.consumersOf(scaling?.outputs[0])
  const shift = scalarOperand(network, shifting, 'Add', scaling?.outputs[0])
  if (!scaling || !shifting || others.length + more.length > 0 || scale === null || shift === null) return null
  return { scale, shift, output: shifting.outputs[0] ?? '', nodes: [scaling, shifting] }
}

/** The scalar operand of a node whose other operand is `input`. */
const scalarOperand = (
  network: NetworkEditor,
  node: Node | undefined,
  operator: string,
  input: string | undefined,
): number | null => (node?.operator === operator ? network.scalarOf(node.inputs.find((name) => name !== input)) : null)

const numberAttribute = ({ attributes }: Node, name: string): number | null =>
  attributes.find((attribute) => attribute.name === name)?.numbers[0] ?? null

/** How many channels a value has, if it comes from a convolution. */
const channelsOf = (network: NetworkEditor, name: string | undefined): number | null => {
  const producer = network.producerOf(name)
  if (!producer) return null
  return producer.operator === 'Mul'
    ? channelsOf(network, producer.inputs[0])
    : (weightsOf(network, producer)?.shape[0] ?? null)
}

/**
 * A scale and a shift as a depthwise 1 × 1 convolution, for which the engine need not reorder the data as for `Mul` and
 * `Add`.
 */
const depthwiseAffine = (
  network: NetworkEditor,
  {
    input,
    output,
    channels,
    scale,
    shift,
  }: { input: string; output: string; channels: number; scale: number; shift: number },
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
