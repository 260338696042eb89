/** What the schema of an argument says of those within it. */
export interface ArgumentSchema {
  readonly properties?: Readonly<Record<string, ArgumentSchema>>
  readonly items?: ArgumentSchema
}

/** Paths of all arguments that a tool does not take, as `cards.0.conditon`: one that is misspelled would be passed over, and the answer be that of another question. */
export const unknownArguments = (schema: ArgumentSchema, value: unknown, path = ''): string[] => {
  if (typeof value !== 'object' || value === null) return []
  const { properties, items } = schema
  if (Array.isArray(value)) return items ? value.flatMap((item, at) => unknownArguments(items, item, `${path}${at}.`)) : []
  if (properties === undefined) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    Object.hasOwn(properties, name) ? unknownArguments(properties[name] ?? {}, inner, `${path}${name}.`) : [path + name],
  )
}
