/**
 * An amount in US dollars as integer cents, a half rounded away from zero. The decimal digits count, so 1.005 is 101
 * cents although the double next to it lies below.
 */
export const centsOf = (usd: number): number => {
  const text = String(Math.abs(usd))
  // Written with an exponent, an amount is finer than a millionth or beyond all money.
  const cents = Math.round(text.includes('e') ? Math.abs(usd) * 100 : Number(`${text}e2`))
  return usd < 0 ? -cents : cents
}

/** Cents as dollars: the double nearest to the amount, which is written with its two digits. */
export const usdOf = (cents: number): number => cents / 100

/** `null` when either part is unknown. */
export const addCents = (left: number | null, right: number | null): number | null =>
  left === null || right === null ? null : left + right

/** A record of the contract as it is inside: its amounts are integer cents, and their names say so. */
export type InCents<T, Amounts extends keyof T & string> = {
  readonly [Field in keyof T as Field extends Amounts ? `${Field}Cents` : Field]: T[Field]
}

type InDollars<T> = { -readonly [Field in keyof T as Field extends `${infer Name}Cents` ? Name : Field]: T[Field] }

/**
 * Puts a record of ours into the form of the contract: every `…Cents` becomes dollars under its name without the unit,
 * in the same place.
 */
export const toDollars = <T extends object>(record: T): InDollars<T> =>
  Object.fromEntries(
    Object.entries(record).map(([field, value]) =>
      field.endsWith('Cents')
        ? [field.slice(0, -'Cents'.length), value === null ? null : usdOf(value)]
        : [field, value],
    ),
    // The type above says the same as the code.
  ) as InDollars<T>
