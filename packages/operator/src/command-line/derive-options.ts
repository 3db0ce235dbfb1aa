import { list, wholeNumber } from '@nani/cli'
import { Refusal, rfc3339 } from '@nani/foundation/core/index.ts'
import type { TSchema } from 'typebox'
import type { OpenCall, OptionSpec, Options } from './command-area.ts'
import { oneOf } from './one-of.ts'
import { readSince } from './since.ts'

type Plain = {
  type?: string
  format?: string
  enum?: string[]
  anyOf?: Plain[]
  properties?: Record<string, TSchema>
  required?: string[]
}

type Kind = {
  /** The placeholder of the value. Null: a flag has no value. */
  value: string | null
  /** The values that the help names. */
  words?: readonly string[]
  parse?: (text: string, before: never) => unknown
  read?: (value: never, call: OpenCall) => unknown
  /** The value of a member that must be there, where its option is absent. */
  absent?: null | false
}

/** A member of an input as an option or an argument of a command. */
export type Derived = Kind & {
  /** The member, within the object that it is a part of. */
  path: readonly string[]
  name: string
  spec: OptionSpec
  required: boolean
}

/** What several commands say of the same member. */
const usualTexts: Readonly<Record<string, string>> = {
  reason: 'the reason, for the audit',
  environment: 'sandbox or production (default: both)',
  limit: 'how many rows at most',
  application_id: 'application id (default: all)',
  proposal_id: 'the proposal that you read, so that no later one is executed',
}

/** `application_id` is `application`, and `despite_mismatch` is `despite-mismatch`. */
const nameOf = (member: string): string => member.replace(/_(id|ms)$/, '').replaceAll('_', '-')

/** The options of an input. `options` says more of a member, or that no option has it. The members of a part are options, too. */
export const deriveOptions = (input: TSchema, options: Options, within: string[] = []): Derived[] => {
  const { properties = {}, required = [] } = input as Plain
  return Object.entries(properties).flatMap(([member, schema]) => {
    const said = options[member] ?? usualTexts[member] ?? ''
    if (options[member] === null) return []
    const path = [...within, member]
    if ((schema as Plain).properties && typeof said === 'string') return deriveOptions(schema, options, path)
    const spec: OptionSpec = typeof said === 'string' ? { text: said } : said
    const kind = kindOf(schema as Plain, member)
    const { value = kind.value, parse = kind.parse, read = kind.read } = spec
    const mayMiss = spec.default !== undefined || spec.read !== undefined || kind.absent !== undefined
    const isNeeded = spec.required ?? (required.includes(member) && !mayMiss)
    const made = { ...kind, path, spec, value, name: spec.as ?? nameOf(member), required: isNeeded }
    const absent = required.includes(member) ? kind.absent : undefined
    return [{ ...made, ...(parse && { parse }), ...(read && { read }), absent } as Derived]
  })
}

const kindOf = (schema: Plain, member: string): Kind => {
  const known = schema.anyOf?.find(({ type }) => type !== 'null')
  if (known) {
    const isNullable = schema.anyOf?.some(({ type }) => type === 'null')
    return { ...kindOf(known, member), ...(isNullable && { absent: null }) }
  }
  if (schema.enum) return { value: nameOf(member), words: schema.enum, parse: oneOf(schema.enum) }
  if (schema.format === 'micros') return { value: 'n', read: amountOf }
  if (schema.format === 'date-time') return { value: 'when', read: momentOf }
  switch (schema.type) {
    case 'boolean':
      return { value: null, absent: false }
    case 'integer':
    case 'number':
      return { value: 'n', parse: wholeNumber }
    case 'array':
      return { value: 'a,b...', parse: gathered }
    default:
      return { value: /(^|_)id$/.test(member) ? 'id' : 'text' }
  }
}

/** An option that may be given several times, with commas or several values each time. */
export const gathered = (text: string, before: string[] = []): string[] => [...before, ...list(text)]

const amountOf = async (text: string): Promise<number> => {
  const { parseMicros } = await import('@nani/server/money/billing/index.ts')
  const amount = parseMicros(text)
  if (amount === null) throw new Refusal('billing_value_invalid', `"${text}" is not an amount such as 12.50.`)
  return amount
}

export const momentMsOf = (text: string, { installation }: OpenCall): number =>
  readSince(text, installation.clock.now())

export const momentOf = (text: string, call: OpenCall): string => rfc3339(momentMsOf(text, call))

/** The input of an act from the values of a command. */
export const inputOf = async (
  derived: readonly Derived[],
  call: OpenCall,
): Promise<Record<string, unknown>> => {
  const input: Record<string, unknown> = {}
  for (const { path, name, spec, read, absent } of derived) {
    const given = call.given[camel(name)]
    const isRead = read !== undefined && (given !== undefined || spec.read !== undefined)
    const found = isRead ? await read(given as never, call) : given
    const value = found === undefined ? absent : found
    if (value === undefined) continue
    const [part, member] = path as [string, string | undefined]
    if (member === undefined) input[part] = value
    else input[part] = { ...(input[part] as object | undefined), [member]: value }
  }
  return input
}

/** The name under which commander has the value of an option. */
export const camel = (name: string): string =>
  name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
