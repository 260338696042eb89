import { bytesField, type Field, fieldsOf, floatField, integerField, type Pieces, textField } from './protobuf.ts'

/** A tensor that the network holds, such as the weights of a convolution. */
export interface Constant {
  /** The size of each dimension, the outermost first; empty for a single number. */
  readonly shape: readonly number[]
  readonly values: Float32Array
}

/** An attribute of a node; `numbers` is its value where that is one number or several, else empty. */
export interface Attribute {
  readonly name: string
  readonly numbers: readonly number[]
  /** The encoded message. */
  readonly content: Uint8Array
}

/** An operator applied to named values. */
export interface Node {
  readonly operator: string
  readonly inputs: readonly string[]
  readonly outputs: readonly string[]
  readonly attributes: readonly Attribute[]
}

/** The graph of a model: its nodes in topological order, and its initializers. */
export interface Network {
  readonly nodes: readonly Node[]
  /** Constants of single precision, by the name under which nodes take them as input. */
  readonly constants: ReadonlyMap<string, Constant>
}

// Field numbers of onnx.proto, the schema of the ONNX format.
const inModel = { graph: 7 }
const inGraph = { node: 1, constant: 5 }
const inNode = { input: 1, output: 2, operator: 4, attribute: 5 }
const inAttribute = { name: 1, float: 2, integer: 3, tensor: 5, integers: 8, type: 20 }
const inTensor = { dimension: 1, type: 2, name: 8, values: 9 }
const attributeType = { float: 1, integer: 2 }
const singlePrecision = 1

const textOf = ({ content }: Field): string => Buffer.from(content).toString('utf8')
const numbered = (fields: readonly Field[], number: number): Field[] =>
  fields.filter((field) => field.number === number)
const contentOf = (fields: readonly Field[], number: number): Uint8Array | null =>
  numbered(fields, number)[0]?.content ?? null
const floatsOf = (bytes: Uint8Array): Float32Array => new Float32Array(Uint8Array.from(bytes).buffer)

const toAttribute = ({ content }: Field): Attribute => {
  const fields = fieldsOf(content)
  return {
    name: numbered(fields, inAttribute.name).map(textOf).join(),
    numbers: [
      ...numbered(fields, inAttribute.float).flatMap((field) => [...floatsOf(field.content)]),
      ...numbered(fields, inAttribute.integer).map(({ integer }) => integer),
      ...numbered(fields, inAttribute.integers).map(({ integer }) => integer),
    ],
    content,
  }
}

const toNode = ({ content }: Field): Node => {
  const fields = fieldsOf(content)
  return {
    operator: numbered(fields, inNode.operator).map(textOf).join(),
    inputs: numbered(fields, inNode.input).map(textOf),
    outputs: numbered(fields, inNode.output).map(textOf),
    attributes: numbered(fields, inNode.attribute).map(toAttribute),
  }
}

/** The value of a `Constant` node of single precision, or `null` for any other node. */
const toConstant = ({ operator, attributes }: Node): Constant | null => {
  const [value] = operator === 'Constant' ? attributes : []
  const fields = fieldsOf((value && contentOf(fieldsOf(value.content), inAttribute.tensor)) ?? new Uint8Array())
  const values = contentOf(fields, inTensor.values)
  if (!values || numbered(fields, inTensor.type)[0]?.integer !== singlePrecision) return null
  return { shape: numbered(fields, inTensor.dimension).map(({ integer }) => integer), values: floatsOf(values) }
}

const graphOf = (model: Uint8Array): Field[] => fieldsOf(contentOf(fieldsOf(model), inModel.graph) ?? new Uint8Array())

/**
 * Reads the graph of an ONNX model as PaddlePaddle's exporter writes it: constants are nodes, their values raw bytes.
 */
export const readNetwork = (model: Uint8Array): Network => {
  const nodes: Node[] = []
  const constants = new Map<string, Constant>()
  for (const node of numbered(graphOf(model), inGraph.node).map(toNode)) {
    const constant = toConstant(node)
    if (constant) constants.set(node.outputs.join(), constant)
    else nodes.push(node)
  }
  return { nodes, constants }
}

const encodeNode = ({ operator, inputs, outputs, attributes }: Node): Pieces =>
  bytesField(inGraph.node, [
    ...inputs.flatMap((name) => textField(inNode.input, name)),
    ...outputs.flatMap((name) => textField(inNode.output, name)),
    ...textField(inNode.operator, operator),
    ...attributes.flatMap(({ content }) => bytesField(inNode.attribute, [content])),
  ])

const encodeConstant = (name: string, { shape, values }: Constant): Pieces =>
  bytesField(inGraph.constant, [
    ...shape.flatMap((size) => integerField(inTensor.dimension, size)),
    ...integerField(inTensor.type, singlePrecision),
    ...textField(inTensor.name, name),
    ...bytesField(inTensor.values, [new Uint8Array(values.buffer, values.byteOffset, values.byteLength)]),
  ])

/**
 * The model with another graph, without constants that no node uses; its inputs, outputs and versions stay as they are.
 */
export const writeNetwork = (model: Uint8Array, { nodes, constants }: Network): Uint8Array => {
  const used = new Set(nodes.flatMap(({ inputs }) => inputs))
  const others = fieldsOf(model).filter(({ number }) => number !== inModel.graph)
  const kept = graphOf(model).filter(({ number }) => number !== inGraph.node)
  const graph = [
    ...nodes.flatMap(encodeNode),
    ...[...constants].filter(([name]) => used.has(name)).flatMap(([name, constant]) => encodeConstant(name, constant)),
    ...kept.map(({ encoded }) => encoded),
  ]
  return Buffer.concat([...others.map(({ encoded }) => encoded), ...bytesField(inModel.graph, graph)])
}

export const floatAttribute = (name: string, value: number): Attribute =>
  attribute(name, value, attributeType.float, floatField(inAttribute.float, value))

/** `value` is not negative. */
export const integerAttribute = (name: string, value: number): Attribute =>
  attribute(name, value, attributeType.integer, integerField(inAttribute.integer, value))

const attribute = (name: string, value: number, type: number, encodedValue: Pieces): Attribute => ({
  name,
  numbers: [value],
  content: Buffer.concat([
    ...textField(inAttribute.name, name),
    ...encodedValue,
    ...integerField(inAttribute.type, type),
  ]),
})
