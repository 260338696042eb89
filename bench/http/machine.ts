import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'

/** What of a machine decides whether two runs can be compared. */
export interface MachineShape {
  readonly cores: number
  /** Whether a contender has one core and the load generator another. */
  readonly pinned: boolean
  readonly generator: 'wrk' | 'autocannon'
}

const runs = (program: string, ...args: string[]): boolean => spawnSync(program, args).error === undefined

/**
 * What this machine has: with `taskset` and two cores each side gets its own, and wrk needs far less of a core than
 * autocannon.
 */
export const findMachineShape = (): MachineShape => {
  const cores = availableParallelism()
  return {
    cores,
    pinned: cores > 1 && runs('taskset', '--version'),
    generator: runs('wrk', '--version') ? 'wrk' : 'autocannon',
  }
}

/**
 * Cores of a contender of so many processes, from the first on; the load generator has the last one, which a contender
 * shares where there are not enough.
 */
export const coresOf = ({ cores }: MachineShape, processes: number): { contender: string; generator: string } => ({
  contender: processes === 1 ? '0' : `0-${Math.min(processes, cores) - 1}`,
  generator: processes < cores ? String(cores - 1) : `0-${cores - 1}`,
})

/** A command line on the given cores only, or as it is where nothing can be pinned. */
export const pinned = ({ pinned }: MachineShape, cores: string, command: readonly string[]): [string, string[]] => {
  const [program = '', ...args] = pinned ? ['taskset', '-c', cores, ...command] : command
  return [program, args]
}

/** Puts this process, whose autocannon calls, on the core of the load generator. */
export const pinSelf = (shape: MachineShape): void => {
  if (shape.pinned) spawnSync('taskset', ['-a', '-c', '-p', coresOf(shape, 1).generator, String(process.pid)])
}

/** The machine's shape in words. */
export const describeMachine = ({ cores, pinned, generator }: MachineShape): string =>
  pinned
    ? `${cores} cores, each contender on core 0 and ${generator} on core ${cores - 1}`
    : `${cores} ${cores === 1 ? 'core' : 'cores'}, nothing pinned (that needs taskset and two cores), ` +
      `load by ${generator}`
