import Type, { type Static, type TSchema } from 'typebox'
import { Compile } from 'typebox/schema'

/** Parts of the schemas of import records. */
export const optional = <Schema extends TSchema>(schema: Schema) =>
  Type.Optional(Type.Union([schema, Type.Null()]))
export const text = Type.String({ minLength: 1, maxLength: 200 })
export const date = Type.String({ format: 'date' })
export const time = Type.String({ format: 'date-time' })
export const closed = { additionalProperties: false } as const
export const list = <Schema extends TSchema>(schema: Schema, maxItems: number) =>
  optional(Type.Array(schema, { maxItems }))

/** Checks a value. Returns the record, or one line with the problem and its place. */
export const recordChecker = <Schema extends TSchema>(schema: Schema, kind: string) => {
  // Compiled at the first record: most processes import none.
  const compile = () => Compile(schema)
  let validator: ReturnType<typeof compile> | undefined
  return (value: unknown): Static<Schema> | { reason: string } => {
    validator ??= compile()
    return validator.Check(value) ? value : { reason: reasonOf(validator.Errors(value)[1], kind) }
  }
}

type Errors = ReturnType<ReturnType<typeof Compile>['Errors']>[1]

const reasonOf = (errors: Errors, kind: string): string => {
  // For a choice, the deepest failure is the most informative. The failure of an unknown field has no message.
  let deepest = errors[0]
  for (const error of errors) {
    if (error.keyword === 'boolean') continue
    const deeper = error.instancePath.length > (deepest?.instancePath.length ?? -1)
    if (deepest === undefined || deepest.keyword === 'boolean' || deeper) deepest = error
  }
  const where = (deepest?.instancePath ?? '')
    .slice(1)
    .replace(/\/(\d+)/g, '[$1]')
    .replaceAll('/', '.')
  const unknown =
    deepest?.keyword === 'additionalProperties' ? deepest.params.additionalProperties.join(', ') : ''
  return `${where}${where && ': '}${deepest?.message ?? `is no ${kind}`}${unknown && `: ${unknown}`}`
}
