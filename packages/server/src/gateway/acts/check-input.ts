import { Refusal } from '@nani/foundation/core/index.ts'
import type { TSchema } from 'typebox'
import { Compile, Errors, type Validator } from 'typebox/schema'

/** Compiled at the first use: a short process uses one schema, and there are hundreds. */
const compiled = new WeakMap<TSchema, Validator>()

const validatorOf = (schema: TSchema): Validator => {
  const known = compiled.get(schema)
  if (known) return known
  const made = Compile(schema) as Validator
  compiled.set(schema, made)
  return made
}

/** Refuses an input of another form with the path of its first wrong field, such as `items[3].value`. */
export const checkInput = (schema: TSchema, input: unknown): void => {
  if (validatorOf(schema).Check(input)) return
  const field = wrongField(schema, input)
  throw new Refusal(
    'value_invalid',
    field === ''
      ? 'The input has a wrong form.'
      : `The field ${field} is missing, unknown or has a wrong value.`,
    { context: { field } },
  )
}

let outputsAreChecked = false

/** Tests compare each result with its schema. The product does not: the act is done when its result exists. */
export const checkOutputs = (): void => {
  outputsAreChecked = true
}

export const checkOutput = (name: string, schema: TSchema, output: unknown): void => {
  if (!outputsAreChecked || validatorOf(schema).Check(output)) return
  throw new Error(
    `the result of ${name} differs from its schema at ${wrongField(schema, output) || 'its root'}`,
  )
}

const wrongField = (schema: TSchema, value: unknown): string => {
  const [, errors] = Errors(schema, value)
  const first = errors.find(({ keyword }) => keyword !== 'boolean')
  if (!first) return ''
  const { requiredProperties, additionalProperties } = first.params as {
    requiredProperties?: string[]
    additionalProperties?: string[]
  }
  const member = requiredProperties?.[0] ?? additionalProperties?.[0]
  const path = member === undefined ? first.instancePath : `${first.instancePath}/${member}`
  return path
    .slice(1)
    .replace(/\/(\d+)(?=\/|$)/g, '[$1]')
    .replaceAll('/', '.')
}
