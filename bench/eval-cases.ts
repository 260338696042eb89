import { parseArgs } from 'node:util'
import { makeCases } from './identify-cases.ts'
import { makePastedLines } from './pasted-lines.ts'
import { type IdentifyCase, labelledLines, labelledQueries, readCases, readSharedCatalog } from './shared-catalog.ts'

const readFiles = async (paths: readonly string[]): Promise<IdentifyCase[]> =>
  (await Promise.all(paths.map(readCases))).flat()

/**
 * Reads the command line of an evaluation: the catalogue, and either the labelled queries of the files named, by
 * default of `files`, or generated ones. Seeds up to 99 are for tuning; those above are kept for judging, so that no
 * rule has seen what they make.
 */
export const readEvalCases = async (files: readonly string[]) => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      /** Queries of each kind to generate for each seed, in place of labelled ones. */
      generated: { type: 'string' },
      seed: { type: 'string', multiple: true, default: ['1'] },
      /** Misses printed of each kind. */
      misses: { type: 'string', default: '10' },
      /** The only kinds to ask. */
      kind: { type: 'string', multiple: true },
      /** Prints the misses too of what is kept for judging. */
      judging: { type: 'boolean', default: false },
    },
  })
  const input = await readSharedCatalog()
  const labelled = await readFiles([labelledQueries, labelledLines])
  const seen = new Set(
    labelled.flatMap(({ expectProductId, acceptProductIds }) => [expectProductId ?? 0, ...acceptProductIds]),
  )
  const perKind = Number(values.generated)
  const cases =
    values.generated === undefined
      ? await readFiles(positionals.length > 0 ? positionals : files)
      : values.seed
          .map(Number)
          .flatMap((seed) => [...makeCases(input, perKind, seed), ...makePastedLines(input, perKind, seed, seen)])
  return {
    input,
    cases: cases.filter(({ kind }) => values.kind?.includes(kind) ?? true),
    isGenerated: values.generated !== undefined,
    missesPerKind: Number(values.misses),
    showsJudging: values.judging,
  }
}
