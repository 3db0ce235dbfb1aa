/** The part of a JSON schema that says which members a value has. */
type Schema = {
  anyOf?: Schema[]
  items?: Schema
  maxItems?: number
  properties?: Record<string, Schema>
}

/** What a schema knows of objects and of lists; null where it says nothing of their inside. */
type Known = { members: [string, Schema][] | null; items: Schema | null; maxItems: number }

/**
 * What the schema knows of a caller's value, at every depth and without null members (decisions §5: null means
 * absent). Nothing else of it is looked at, stored or written again: no nesting however deep, no member of
 * another name. A value of the wrong shape stays, for the check of the shape to refuse.
 */
export const knownFields = (schema: object, value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value
  const { members, items, maxItems } = knownOf(schema)
  if (Array.isArray(value)) {
    if (items === null) return value
    // A list that is too long is cut where it is still too long: to explain a million items takes seconds.
    return value.slice(0, maxItems + 1).map((item) => knownFields(items, item))
  }
  if (members === null) return value
  const known: Record<string, unknown> = {}
  for (const [name, member] of members) {
    const sent = Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined
    if (sent !== null && sent !== undefined) known[name] = knownFields(member, sent)
  }
  return known
}

const remembered = new WeakMap<Schema, Known>()

const knownOf = (schema: Schema): Known => {
  let known = remembered.get(schema)
  if (!known) {
    known = readSchema(schema)
    remembered.set(schema, known)
  }
  return known
}

const readSchema = (schema: Schema): Known => {
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
