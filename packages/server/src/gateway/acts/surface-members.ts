import type { TSchema } from 'typebox'

const mark = 'x-nani-surface'

/**
 * A member that the surface gives or takes, such as the address of a source or the secret of a cookie. No caller sends it,
 * no body of an answer has it, and it is not described.
 */
export const onSurface = <Schema extends TSchema>(schema: Schema): Schema => ({ ...schema, [mark]: true })

type Properties = Record<string, Record<string, unknown>>

/** The names of the members of an object schema that only the surface gives or takes. */
export const surfaceMembers = (schema: TSchema): string[] =>
  Object.entries((schema as { properties?: Properties }).properties ?? {})
    .filter(([, property]) => property[mark] === true)
    .map(([name]) => name)

export const withoutSurfaceMembers = (schema: TSchema, result: unknown): unknown => {
  const hidden = new Set(surfaceMembers(schema))
  if (hidden.size === 0 || typeof result !== 'object' || result === null) return result
  return Object.fromEntries(Object.entries(result).filter(([name]) => !hidden.has(name)))
}
