/**
 * Accuracy of identify: `npm run eval:identify` over the labelled queries and lines, `-- FILE.jsonl …` over those of
 * other files, `-- --generated 400 --seed 101 --seed 102` over 400 generated queries of every kind and seed. Exits with
 * 1 when a target is missed.
 */
import { buildIndex } from '../src/catalog/index/build/build-index.ts'
import { openIndex } from '../src/catalog/index/catalog-index.ts'
import { printCalibration } from './calibration.ts'
import { readEvalCases } from './eval-cases.ts'
import { percent, printTable } from './figures.ts'
import { judgeTargets } from './identify-targets.ts'
import { measureIdentify, printMisreadCopies, printMisses } from './measure.ts'
import { hasSharedCatalog, labelledLines, labelledQueries } from './shared-catalog.ts'

if (hasSharedCatalog()) {
  const { input, cases, isGenerated, missesPerKind } = await readEvalCases([labelledQueries, labelledLines])
  const index = openIndex(buildIndex(input))
  const measured = await measureIdentify(index, cases, 1)
  printTable(
    ['kind', 'queries', 'first %', 'among 12 %', 'confident and wrong %', 'copy read %'],
    measured.kinds.map(({ kind, count, first, amongTwelve, confidentWrong, copies, copiesRead }) => [
      kind,
      count,
      percent(first, count),
      percent(amongTwelve, count),
      percent(confidentWrong, count, 2),
      copies === 0 ? '' : percent(copiesRead, copies),
    ]),
  )
  printMisses(index, measured.misses, missesPerKind)
  printMisreadCopies(measured.misreadCopies, missesPerKind)
  printCalibration(measured.answers)
  if (!judgeTargets(measured, isGenerated)) process.exitCode = 1
}
