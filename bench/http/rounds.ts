import type { Contender } from './contenders.ts'
import { load, type Sample } from './load.ts'
import type { MachineShape } from './machine.ts'

const warmUpSeconds = 2

/** Lets every contender run until it is compiled. */
export const warmUp = async (contenders: readonly Contender[], shape: MachineShape): Promise<void> => {
  for (const contender of contenders) await load(contender, shape, warmUpSeconds)
}

/**
 * Loads all contenders one after the other, in every second round from the last to the first, since the speed of a
 * machine drifts.
 */
export const runRounds = async (
  contenders: readonly Contender[],
  samples: ReadonlyMap<string, Sample[]>,
  { shape, count, seconds }: { readonly shape: MachineShape; readonly count: number; readonly seconds: number },
): Promise<void> => {
  for (let round = 0; round < count; round++)
    for (const contender of round % 2 ? contenders.toReversed() : contenders) {
      samples.get(contender.name)?.push(await load(contender, shape, seconds))
      contender.tidy()
    }
}
