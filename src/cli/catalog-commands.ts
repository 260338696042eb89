import type { Command } from './command.ts'
import { UsageError } from './command.ts'

const later = async (): Promise<never> => {
  throw new UsageError('the local catalogue is not part of this release yet; the sandbox brings its own')
}

/** Commands of the local catalogue. */
export const catalogCommands: readonly Command[] = [
  {
    name: 'catalog import',
    usage: 'PATH...',
    summary: 'build the local catalogue from files',
    options: {},
    operands: [1, 1_000],
    run: later,
  },
  {
    name: 'catalog sync',
    usage: '[--category SLUG]',
    summary: 'fetch the local catalogue from TCGCSV',
    options: { category: { type: 'string' } },
    operands: [0, 0],
    run: later,
  },
  {
    name: 'catalog status',
    usage: '',
    summary: 'show what the local catalogue holds',
    options: {},
    operands: [0, 0],
    run: later,
  },
]
