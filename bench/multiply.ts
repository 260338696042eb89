import type { IndexInput, SetRecord } from '../src/catalog/index/build/index-input.ts'
import type { CatalogProduct } from '../src/catalog/ports.ts'

/** A small generator of random numbers with a seed, so that every run measures the same catalogue. */
export const createRandom = (seed: number) => {
  let state = seed >>> 0
  return (below: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 0x1_0000_0000) * below)
  }
}

/** A random whole number below a limit. */
export type Random = ReturnType<typeof createRandom>

/** Share of invented printings that carry a name of their own; the others are reprints under a known one. */
const newNameShare = 0.35

const renumbered = (number: string | null, offset: number): string | null =>
  number === null
    ? null
    : number.replace(/\d+/, (digits) =>
        String((Number(digits) + offset) % 10 ** Math.max(3, digits.length)).padStart(digits.length, '0'),
      )

/**
 * Grows a real catalogue to `count` products: in each round every set comes out again under another name, with some
 * cards reprinted under new numbers and some new ones, whose names are made of the first and last words of two real
 * ones.
 */
export const multiplyCatalog = (input: IndexInput, count: number): IndexInput => {
  const random = createRandom(7)
  const products: CatalogProduct[] = input.products.slice(0, count)
  const sets: SetRecord[] = [...(input.sets ?? [])]
  const made = new Map<string, number>()
  let nextId = 100_000_000
  let nextSet = 50_000_000
  for (let round = 2; products.length < count; round++) {
    for (const product of input.products) {
      if (products.length === count) break
      const key = `${round} ${product.categoryId} ${product.setId}`
      const setName = `${product.setName} ${round}`
      let setId = made.get(key)
      if (setId === undefined) {
        setId = nextSet++
        made.set(key, setId)
        sets.push({
          id: setId,
          categoryId: product.categoryId ?? 0,
          name: setName,
          code: `${product.setCode ?? 'X'}${round}`,
        })
      }
      const other = input.products[random(input.products.length)] as CatalogProduct
      const fresh = random(100) < newNameShare * 100 && other.categoryId === product.categoryId
      const words = product.name.split(' ')
      const name = fresh
        ? [...words.slice(0, Math.ceil(words.length / 2)), other.name.split(' ').at(-1)].join(' ')
        : product.name
      products.push({
        ...product,
        productId: nextId++,
        name,
        setId,
        setName,
        setSlug: null,
        setCode: null,
        number: renumbered(product.number, round * 37),
      })
    }
  }
  return { ...input, products, sets }
}
