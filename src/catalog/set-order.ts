interface OrderedSet {
  readonly name: string
  /** ISO 8601, or `null` where the source does not know it. */
  readonly publishedOn: string | null
}

// With a locale of its own, so that the pages of two hosts agree.
const { compare: compareNames } = new Intl.Collator('en')

/** Newest release first, those without a date last; sets of one day by name. */
export const compareSets = (a: OrderedSet, b: OrderedSet): number => {
  const [left, right] = [a.publishedOn ?? '', b.publishedOn ?? '']
  if (left !== right) return left > right ? -1 : 1
  return compareNames(a.name, b.name)
}
