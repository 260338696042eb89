/** Whether the long proofs run (`npm run prove:stores`) rather than their short forms. */
export const isLong = process.env.PROVE === '1'

/** How often or how long something is done: little in `npm test`, much in a proof. */
export const scaled = (short: number, long: number): number => (isLong ? long : short)

/** Every third of a long list, always the same ones; all of it in a proof. */
export const sampled = <T>(all: readonly T[]): readonly T[] => (isLong ? all : all.filter((_, at) => at % 3 === 0))
