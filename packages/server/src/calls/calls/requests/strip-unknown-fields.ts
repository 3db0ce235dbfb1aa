export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The part of a JSON schema that lists the members of a value. */
type Schema = {
  anyOf?: Schema[]
  items?: Schema
  maxItems?: number
  properties?: Record<string, Schema>
}

/** The members of objects and the items of lists in a schema; null if the schema does not describe them. */
type KnownFields = { members: [string, Schema][] | null; items: Schema | null; maxItems: number }

/**
 * Returns the known members of a caller's value, at every depth, without null members (spec/conventions#absent-and-null:
 * null means absent). Other members are not read, whatever their depth. A value of the wrong shape is returned unchanged:
 * the check of the shape refuses it.
 */
export const stripUnknownFields = (schema: object, value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value
  const { members, items, maxItems } = knownOf(schema)
  if (Array.isArray(value)) {
    if (items === null) return value
    // A list that is too long is cut, and is still too long. An error about a million items would take seconds.
    return value.slice(0, maxItems + 1).map((item) => stripUnknownFields(items, item))
  }
  if (members === null) return value
  const known: Record<string, unknown> = {}
  for (const [name, member] of members) {
    const sent = Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined
    if (sent !== null && sent !== undefined) known[name] = stripUnknownFields(member, sent)
  }
  return known
}

const remembered = new WeakMap<Schema, KnownFields>()

const knownOf = (schema: Schema): KnownFields => {
  let known = remembered.get(schema)
  if (!known) {
    known = readSchema(schema)
    remembered.set(schema, known)
  }
  return known
}

const readSchema = (schema: Schema): KnownFields => {
  const shapes = alternatives(schema)
  const objects = shapes.flatMap(({ properties }) => (properties ? [properties] : []))
  const lists = shapes.flatMap(({ items, maxItems }) => (items ? [{ items, maxItems }] : []))
  const names = [...new Set(objects.flatMap(Object.keys))]
  return {
    members:
      objects.length === 0
        ? null
        : names.map((name) => [name, anyOf(objects.flatMap((properties) => properties[name] ?? []))]),
    items: lists.length === 0 ? null : anyOf(lists.map(({ items }) => items)),
    maxItems: Math.max(...lists.map(({ maxItems }) => maxItems ?? Number.POSITIVE_INFINITY)),
  }
}

const alternatives = (schema: Schema): Schema[] => schema.anyOf?.flatMap(alternatives) ?? [schema]

const anyOf = (schemas: Schema[]): Schema =>
  schemas.length === 1 ? (schemas[0] as Schema) : { anyOf: schemas }
