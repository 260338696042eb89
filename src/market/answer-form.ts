import Type, { type Static, type TObject, type TProperties, type TSchema } from 'typebox'
import { compileWhenUsed } from '../contract/compile-schema.ts'

const NullableCents = Type.Union([Type.Integer({ minimum: 0 }), Type.Null()])

type PropertiesInCents<Fields, Amounts extends keyof Fields & string> = {
  [Field in keyof Fields as Field extends Amounts ? `${Field}Cents` : Field]: Field extends Amounts
    ? typeof NullableCents
    : Fields[Field]
}

/** The fields of a contract's resource with its amounts in cents; the counterpart of the type `InCents`. */
export const fieldsInCents = <Fields extends TProperties, Amounts extends keyof Fields & string>(
  { properties }: TObject<Fields>,
  amounts: readonly Amounts[],
): PropertiesInCents<Fields, Amounts> =>
  Object.fromEntries(
    Object.entries(properties).map(([field, schema]) =>
      amounts.some((amount) => amount === field) ? [`${field}Cents`, NullableCents] : [field, schema],
    ),
    // The type above says the same as the code.
  ) as PropertiesInCents<Fields, Amounts>

export const recordOf = <Fields extends TProperties>(fields: Fields) =>
  Type.Object(fields, { additionalProperties: false })

/** Makes the check that a value has a form, or is `null`. A process without a shared cache never uses it. */
export const answerOf = <Schema extends TSchema>(schema: Schema) => {
  const validatorOf = compileWhenUsed(Type.Union([schema, Type.Null()]))
  return (value: unknown): value is Static<Schema> | null => validatorOf().Check(value)
}
