import * as contract from '@nani/contract/console'
import type { Answers } from '../contract-server.ts'
import { replaceBodies } from '../staff/replace-answers.ts'
import { hostile } from './console-data.ts'

/** What this file reads of a schema. */
type Schema = {
  type?: string
  const?: unknown
  enum?: unknown[]
  format?: string
  pattern?: string
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
}

/** The server makes these, so that no stranger writes them. The pages use them in addresses and to find words. */
const madeByServer =
  /^(object|id|.*_id|api_key|thumbprint|number|day|currency|action|type|actor_kind|origin|reason_code|result|sandbox_url|from|to|start|end)$/

const objects = new Map<unknown, Schema>(
  (Object.values(contract) as unknown[]).flatMap((exported) => {
    const schema = exported as Schema
    const name = schema?.properties?.object?.const
    return name === undefined ? [] : [[name, schema] as const]
  }),
)

const isText = ({ type, enum: values, const: fixed, format }: Schema): boolean =>
  type === 'string' && values === undefined && fixed === undefined && format === undefined

const typeOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value

const schemaOf = (schema: Schema, value: unknown): Schema =>
  schema.anyOf?.find((one) => one.type === typeOf(value)) ?? schema

const replaced = (given: Schema, value: unknown): unknown => {
  const schema = schemaOf(given, value)
  if (typeof value === 'string')
    return isText(schema) && new RegExp(schema.pattern ?? '', 'u').test(hostile) ? hostile : value
  if (Array.isArray(value)) return value.map((item) => replaced(schema.items ?? {}, item))
  if (value === null || typeof value !== 'object') return value
  const own = value as Record<string, unknown>
  const { properties, patternProperties } = objects.get(own.object) ?? schema
  const [ofOthers = {}] = Object.values(patternProperties ?? {})
  return Object.fromEntries(
    Object.entries(own).map(([name, member]) => [
      name,
      madeByServer.test(name) ? member : replaced(properties?.[name] ?? ofOthers, member),
    ]),
  )
}

/** The answers with the text of a stranger in every field of the contract that can hold a text of people or of callers. */
export const withHostileTexts = (answers: Answers): Answers =>
  replaceBodies(answers, (body) => replaced({}, body))
