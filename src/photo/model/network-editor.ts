import type { Constant, Network, Node } from './network.ts'

/** Makes a copy of a network that can be searched and rewritten in place. */
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
    consumersOf: (name: string | undefined): Node[] =>
      nodes.filter(({ inputs }) => inputs.some((input) => input === name)),
    /** The value of a scalar constant, or `null` for any other value. */
    scalarOf: (name: string | undefined): number | null => {
      const values = constants.get(name ?? '')?.values
      return values?.length === 1 ? (values[0] ?? null) : null
    },
    /** @returns the name given to the constant */
    add: (constant: Constant): string => {
      const name = `simplified.${constants.size}`
      constants.set(name, constant)
      return name
    },
    /** Puts nodes in the place of the last of those removed, which keeps the topological order. */
    replace: (removed: readonly Node[], added: readonly Node[]): void => {
      const last = nodes.findLastIndex((node) => removed.includes(node))
      nodes = nodes.flatMap((node, i) => [...(removed.includes(node) ? [] : [node]), ...(i === last ? added : [])])
    },
  }
}

export type NetworkEditor = ReturnType<typeof createNetworkEditor>
