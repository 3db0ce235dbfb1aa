import Type, { type Static, type TSchema } from 'typebox'
import { Compile } from 'typebox/compile'

/** What the schemas of import records are made of. */
export const optional = <Schema extends TSchema>(schema: Schema) =>
  Type.Optional(Type.Union([schema, Type.Null()]))
export const text = Type.String({ minLength: 1, maxLength: 200 })
export const date = Type.String({ format: 'date' })
export const time = Type.String({ format: 'date-time' })
export const closed = { additionalProperties: false } as const
export const list = <Schema extends TSchema>(schema: Schema, maxItems: number) =>
  optional(Type.Array(schema, { maxItems }))

/** Says of a value whether it is such a record, or in one line what is wrong with it and where. */
export const recordChecker = <Schema extends TSchema>(schema: Schema, kind: string) => {
  const validator = Compile(schema)
  return (value: unknown): Static<Schema> | { reason: string } =>
    validator.Check(value) ? value : { reason: reasonOf(validator.Errors(value), kind) }
}

type Errors = ReturnType<ReturnType<typeof Compile>['Errors']>

const reasonOf = (errors: Errors, kind: string): string => {
  // Of a choice the deepest failure says most; the bare "not allowed" of an unknown field has no words.
  let told = errors[0]
  for (const error of errors) {
    if (error.keyword === 'boolean') continue
    const deeper = error.instancePath.length > (told?.instancePath.length ?? -1)
    if (told === undefined || told.keyword === 'boolean' || deeper) told = error
  }
  const where = (told?.instancePath ?? '')
    .slice(1)
    .replace(/\/(\d+)/g, '[$1]')
    .replaceAll('/', '.')
  const unknown = told?.keyword === 'additionalProperties' ? told.params.additionalProperties.join(', ') : ''
  return `${where}${where && ': '}${told?.message ?? `is no ${kind}`}${unknown && `: ${unknown}`}`
}
