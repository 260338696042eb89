interface Slugged {
  readonly id: number
  readonly slug: string
}

/**
 * The same, each with a slug of its own. The lowest id keeps a slug that several would have and the others bear their
 * id behind it, so that what an import adds changes the slug of nothing older.
 */
export const withUniqueSlugs = <T extends Slugged>(all: readonly T[]): T[] => {
  const taken = new Set<string>()
  const slugOfId = new Map<number, string>()
  for (const { id, slug } of [...all].sort((a, b) => a.id - b.id)) {
    let own = slug
    while (taken.has(own)) own = `${own}-${id}`
    taken.add(own)
    slugOfId.set(id, own)
  }
  return all.map((each) => ({ ...each, slug: slugOfId.get(each.id) as string }))
}
