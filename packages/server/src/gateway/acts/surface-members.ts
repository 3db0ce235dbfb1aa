import Type, { type TSchema } from 'typebox'

const mark = 'x-nani-surface'

/** Options of a member that the surface exchanges with the rule, in a cookie for example. No body and no description has it. */
export const ofSurface = { [mark]: true } as const

/** A request as the audit log of calls names it. The surface adds it to the input of acts that have such entries. */
export const requestFacts = Type.Object(
  {
    id: Type.String(),
    client_address: Type.String(),
    method: Type.String(),
    path: Type.String(),
  },
  ofSurface,
)

type ObjectSchema = {
  properties?: Readonly<Record<string, TSchema>>
  required?: readonly string[]
  additionalProperties?: unknown
}

const isOfSurface = (schema: TSchema | undefined): boolean => schema !== undefined && mark in schema

/** The same for a schema that exists already. */
export const onSurface = <Schema extends TSchema>(schema: Schema): Schema => ({ ...schema, ...ofSurface })

/** The names of the members of an object schema that only the surface gives or takes. */
export const surfaceMembers = (schema: TSchema): string[] =>
  Object.entries((schema as ObjectSchema).properties ?? {})
    .filter(([, property]) => isOfSurface(property))
    .map(([name]) => name)

/** The surface sets cookies with the answer of the act. */
export const setsCookies = ({ output }: { output: TSchema }): boolean =>
  surfaceMembers(output).includes('cookies')

/** A result as callers receive it. */
export const resultForCallers = (schema: TSchema, result: unknown): unknown => {
  const hidden = new Set(surfaceMembers(schema))
  if (hidden.size === 0 || typeof result !== 'object' || result === null) return result
  return Object.fromEntries(Object.entries(result).filter(([name]) => !hidden.has(name)))
}

/** Whether the input has this member, and the surface adds it. */
export const takesFromSurface = (schema: TSchema, name: string): boolean =>
  isOfSurface((schema as ObjectSchema).properties?.[name])

/** A schema as callers know it. */
export const withoutSurfaceMembers = (schema: TSchema): TSchema => {
  const { properties, required = [] } = schema as ObjectSchema
  if (!properties) return schema
  const own = Object.entries(properties).filter(([, property]) => !isOfSurface(property))
  return {
    ...schema,
    properties: Object.fromEntries(own),
    required: required.filter((name) => !isOfSurface(properties[name])),
  } as TSchema
}

/** A body without the members that a closed schema does not name, at every depth. */
export const knownMembers = (schema: TSchema, given: unknown): object => {
  const known = keepKnown(schema, given)
  return typeof known === 'object' && known !== null ? known : {}
}

const keepKnown = (schema: TSchema, value: unknown): unknown => {
  const { properties, additionalProperties } = schema as ObjectSchema
  if (!properties || typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined
      if (property) return isOfSurface(property) ? [] : [[name, keepKnown(property, member)]]
      return additionalProperties === false ? [] : [[name, member]]
    }),
  )
}
