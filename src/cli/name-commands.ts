import { readConfig } from '../app/configuration/config.ts'
import type { NamesImportReport } from '../catalog/names/import-names.ts'
import type { NamesReport } from '../catalog/names/join-names.ts'
import type { Command } from './command.ts'
import { mebibytes } from './command.ts'
import { keepCardNames } from './keep-card-names.ts'
import { refusalLines } from './refusal-lines.ts'

/** Cards that were not found and are printed; the JSON document counts them all by reason. */
const missedShown = 5

/** What other names a catalogue has after they were joined to it. */
export const namesLines = ({
  cards,
  joined,
  products,
  languages,
  shared,
  missed,
  firstMissed,
}: NamesReport): string[] => {
  const byLanguage = Object.entries(languages).map(([language, count]) => `${language} ${count}`)
  return [
    `other names: ${joined} of ${cards} cards were found; they name ${products} products`,
    ...(byLanguage.length === 0 ? [] : [`  ${byLanguage.join(', ')}; cards of different names share ${shared}`]),
    ...Object.entries(missed).map(([reason, count]) => `  ${count} not found: ${reason}`),
    ...firstMissed.slice(0, missedShown).map(({ card, reason }) => `    ${card}: ${reason}`),
  ]
}

const noCatalogLine = (problem: string, isKept: boolean): string =>
  `${problem}${isKept ? ' The names are kept, and the next import or sync joins them.' : ''}`

const sizeLine = ({ products, sizeBytes, file }: NonNullable<NamesImportReport['catalog']>): string =>
  `${products} products, ${mebibytes(sizeBytes)} in ${file}`

export const nameCommands: readonly Command[] = [
  {
    name: 'catalog names import',
    usage: 'PATH...',
    summary:
      'let search and identify find cards by names in other languages and passcodes; replaces those imported before, ' +
      'and every later import or sync of the catalogue joins them again',
    operandHelp: { PATH: 'a file of TCGdex, YGOJSON, or our own CSV or JSON lines, as it is or gzipped' },
    examples: ['catalog names import names.csv', 'catalog names import tcgdex-names.jsonl.gz yugioh-names.jsonl.gz'],
    run: async (context) => {
      const { catalogFile } = await readConfig(context.env)
      const { importNames } = await import('../catalog/names/import-names.ts')
      const report = await importNames(context.operands, catalogFile)
      const { catalog, problem, refused } = report
      if (catalog !== null) await keepCardNames(catalogFile)
      return {
        json: report,
        lines: [
          ...(catalog?.names ? namesLines(catalog.names) : []),
          catalog === null ? noCatalogLine(problem ?? '', true) : sizeLine(catalog),
          ...refusalLines(refused),
        ],
      }
    },
  },
  {
    name: 'catalog names remove',
    summary: 'take all names in other languages and passcodes out of the catalogue',
    examples: ['catalog names remove'],
    run: async ({ env }) => {
      const { catalogFile } = await readConfig(env)
      const { removeNames } = await import('../catalog/names/import-names.ts')
      const report = await removeNames(catalogFile)
      const { catalog, problem } = report
      if (catalog !== null) await keepCardNames(catalogFile)
      return {
        json: report,
        lines: [
          'The catalogue has no other names any more.',
          catalog === null ? noCatalogLine(problem ?? '', false) : sizeLine(catalog),
        ],
      }
    },
  },
]
