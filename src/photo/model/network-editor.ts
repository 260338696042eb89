import type { Constant, Network, Node } from './network.ts'

/** A network that can be searched by the names of its values, and changed step by step. */
export const createNetworkEditor = ({ nodes: given, constants: givenConstants }: Network) => {
  let nodes = [...given]
  const constants = new Map(givenConstants)
  return {
    get nodes() {
      return nodes
    },
    constants,
    find: (operator: string): Node[] => nodes.filter((node) => node.operator === operator),
    producerOf: (name: string | undefined): Node | undefined => nodes.find(({ outputs }) => outputs[0] === name),
    consumersOf: (name: string | undefined): Node[] => nodes.filter(({ inputs }) => inputs.some((input) => input === name)),
    /** A constant of a single number, or `null` for any other value. */
    numberOf: (name: string | undefined): number | null => {
      const values = constants.get(name ?? '')?.values
      return values?.length === 1 ? (values[0] ?? null) : null
    },
    /** Adds a constant under a name of its own, and tells the name. */
    add: (constant: Constant): string => {
      const name = `simplified.${constants.size}`
      constants.set(name, constant)
      return name
    },
    /** Puts nodes where the last of the others was; in their order each still follows those whose values it takes. */
    replace: (gone: readonly Node[], by: readonly Node[]): void => {
      const last = nodes.findLastIndex((node) => gone.includes(node))
      nodes = nodes.flatMap((node, i) => [...(gone.includes(node) ? [] : [node]), ...(i === last ? by : [])])
    },
  }
}

/** A network under change. */
export type NetworkEditor = ReturnType<typeof createNetworkEditor>
