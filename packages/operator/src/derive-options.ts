import { list, wholeNumber } from '@nani/cli'
import { OperatorError, rfc3339 } from '@nani/foundation/core/index.ts'
import type { TSchema } from 'typebox'
import type { OpenCall, OptionSpec, Options } from './command-area.ts'
import { oneOf } from './one-of.ts'
import { readSince } from './since.ts'

/** A member of an input as an option or an argument of a command. */
export type Derived = {
  member: string
  name: string
  /** A flag has no value. */
  value: string | null
  spec: OptionSpec
  required: boolean
  /** The values that the help names. */
  words: readonly string[]
  parse?: (text: string, before: never) => unknown
  read?: (value: never, call: OpenCall) => unknown
}

type Plain = {
  type?: string
  format?: string
  enum?: string[]
  anyOf?: Plain[]
  properties?: Record<string, TSchema>
  required?: string[]
  default?: unknown
}

/** `application_id` is `application`, and `despite_mismatch` is `despite-mismatch`. */
const nameOf = (member: string): string => member.replace(/_(id|ids|ms)$/, '').replaceAll('_', '-')

/** The options of an input. `options` says more of a member, or that no option has it. */
export const deriveOptions = (input: TSchema, options: Options): Derived[] => {
  const { properties = {}, required = [] } = input as Plain
  return Object.entries(properties).flatMap(([member, schema]) => {
    const said = options[member] ?? ''
    if (options[member] === null) return []
    const spec: OptionSpec = typeof said === 'string' ? { text: said } : said
    const kind = kindOf(schema as Plain, member)
    const isGiven = spec.default === undefined && spec.read === undefined && !kind.isNullable
    return [
      {
        ...{ member, spec, words: kind.words, value: kind.value && (spec.value ?? kind.value) },
        name: spec.as ?? nameOf(member),
        required: spec.required ?? (required.includes(member) && isGiven && kind.value !== null),
        ...((spec.parse ?? kind.parse) && { parse: spec.parse ?? kind.parse }),
        ...((spec.read ?? kind.read) && { read: spec.read ?? kind.read }),
      } as Derived,
    ]
  })
}

type Kind = Pick<Derived, 'value' | 'words'> & {
  parse?: (text: string, before: never) => unknown
  read?: (value: never, call: OpenCall) => unknown
  isNullable?: boolean
}

const kindOf = (schema: Plain, member: string): Kind => {
  const value = schema.anyOf?.find(({ type }) => type !== 'null')
  if (value)
    return {
      ...kindOf(value, member),
      isNullable: schema.anyOf?.some(({ type }) => type === 'null') ?? false,
    }
  const plain = { value: member.endsWith('_id') || member === 'id' ? 'id' : 'text', words: [] }
  if (schema.enum) return { value: nameOf(member), words: schema.enum, parse: oneOf(schema.enum) }
  if (schema.format === 'micros') return { ...plain, value: 'n', read: amountOf }
  if (schema.format === 'date-time') return { ...plain, value: 'when', read: momentOf }
  switch (schema.type) {
    case 'boolean':
      return { value: null, words: [] }
    case 'integer':
    case 'number':
      return { ...plain, value: 'n', parse: wholeNumber }
    case 'array':
      return { ...plain, value: 'a,b...', parse: gathered }
    default:
      return plain
  }
}

/** An option that may be given several times, with commas or several values each time. */
export const gathered = (text: string, before: string[] = []): string[] => [...before, ...list(text)]

export const amountOf = async (text: string): Promise<number> => {
  const { parseMicros } = await import('@nani/server/money/billing/index.ts')
  const amount = parseMicros(text)
  if (amount === null)
    throw new OperatorError('billing_value_invalid', `"${text}" is not an amount such as 12.50.`)
  return amount
}

export const momentMsOf = (text: string, { installation }: OpenCall): number =>
  readSince(text, installation.clock.now())

export const momentOf = (text: string, call: OpenCall): string => rfc3339(momentMsOf(text, call))

/** The input of an act from the values of a command. A member that is absent and may be null is null. */
export const inputOf = async (
  derived: readonly Derived[],
  schema: TSchema,
  call: OpenCall,
): Promise<Record<string, unknown>> => {
  const { properties = {}, required = [] } = schema as Plain
  const input: Record<string, unknown> = {}
  for (const { member, name, spec, read } of derived) {
    const given = call.given[camel(name)]
    const isAbsent = given === undefined && spec.read === undefined
    const value = isAbsent || !read ? given : await read(given as never, call)
    const isNullable = (properties[member] as Plain).anyOf?.some(({ type }) => type === 'null')
    if (value !== undefined) input[member] = value
    else if (required.includes(member) && isNullable) input[member] = null
  }
  return input
}

/** The name under which commander has the value of an option. */
export const camel = (name: string): string =>
  name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
