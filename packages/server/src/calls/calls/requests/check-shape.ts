import { Refusal } from '@nani/foundation/core/index.ts'
import type Type from 'typebox'
// Not from typebox/compile, which also loads conversions that no caller needs.
import { Compile, type Validator } from 'typebox/schema'

/** Turns a field of the request into the path that the caller sees, such as `items[3].identifier.value`. */
export type FieldPath = (path: string) => string

export const asSent: FieldPath = (path) => path

const compiled = new WeakMap<object, Validator>()
const validatorOf = (schema: Type.TSchema): Validator => {
  let validator = compiled.get(schema)
  if (!validator) {
    validator = Compile(schema)
    compiled.set(schema, validator)
  }
  return validator
}

export const hasShape = (schema: Type.TSchema, value: unknown): boolean => validatorOf(schema).Check(value)

/** spec/errors#codes-of-the-request `invalid_request`: names the deepest field that is missing or wrong, and says how. */
export const checkShape = (schema: Type.TSchema, value: unknown, fieldPath: FieldPath = asSent): void => {
  const validator = validatorOf(schema)
  if (validator.Check(value)) return
  const found = validator
    .Errors(value)[1]
    .map((error) => ({ path: errorPath(error), message: error.message }))
  const deepest = found.reduce((best, error) => (depth(error.path) > depth(best.path) ? error : best), {
    path: '',
    message: 'is invalid',
  })
  throw invalidField(fieldPath(deepest.path), deepest.message)
}

export const invalidField = (field: string, reason: string): Refusal =>
  new Refusal('invalid_request', { field, reason })

const depth = (path: string) => path.split(/[.[]/).length + (path === '' ? -1 : 0)

const errorPath = (error: { instancePath: string; params: object }): string => {
  const missing = (error.params as { requiredProperties?: string[] }).requiredProperties?.[0]
  const pointer = missing === undefined ? error.instancePath : `${error.instancePath}/${missing}`
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : path ? `${path}.${part}` : part), '')
}
