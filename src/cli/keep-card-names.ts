/** Packs the names that photos are matched with, so that the next start of the service finds them. */
export const keepCardNames = async (catalogFile: string): Promise<void> => {
  const { cardNamesOf } = await import('../app/composition/card-names.ts')
  cardNamesOf(catalogFile)
}
