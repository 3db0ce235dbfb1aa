import type { TSchema } from 'typebox'
import { surfaceMembers } from './surface-members.ts'

type Plain = {
  examples?: unknown[]
  const?: unknown
  enum?: unknown[]
  anyOf?: TSchema[]
  type?: string
  format?: string
  default?: unknown
  minimum?: number
  items?: TSchema
  properties?: Record<string, TSchema>
  required?: string[]
}

/** A value of a schema, for its description: its own example where it has one. Optional members are included. */
export const exampleOf = (schema: TSchema): unknown => {
  const plain = schema as Plain
  if (plain.examples?.length) return plain.examples[0]
  if (plain.const !== undefined) return plain.const
  if (plain.enum) return plain.enum[0]
  if (plain.anyOf) return exampleOf(plain.anyOf[0] as TSchema)
  return plain.default ?? exampleOfType(schema, plain)
}

const exampleOfType = (schema: TSchema, { type, format, minimum, items, properties }: Plain): unknown => {
  switch (type) {
    case 'string':
      return format === 'date-time' ? '2026-11-24T10:00:00.000Z' : 'text'
    case 'integer':
    case 'number':
      return minimum ?? 1
    case 'boolean':
      return true
    case 'array':
      return items ? [exampleOf(items)] : []
    case 'object': {
      const hidden = new Set(surfaceMembers(schema))
      const shown = Object.entries(properties ?? {}).filter(([name]) => !hidden.has(name))
      return Object.fromEntries(shown.map(([name, property]) => [name, exampleOf(property)]))
    }
    default:
      return null
  }
}
