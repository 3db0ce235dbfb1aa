import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

/** A schema in which a described object has no other members. Parts of an `allOf` complete each other. */
export const closed = (node: unknown, isPart = false): unknown => {
  if (Array.isArray(node)) return node.map((one) => closed(one, isPart))
  if (typeof node !== 'object' || node === null) return node
  const copy = Object.fromEntries(
    Object.entries(node).map(([name, value]) => [name, closed(value, name === 'allOf')]),
  )
  const isOpen = isPart || !('properties' in copy) || typeof copy.type !== 'string'
  return isOpen || 'additionalProperties' in copy ? copy : { ...copy, unevaluatedProperties: false }
}

/** Compiles schemas of the document. */
export const schemaReader = (document: object) => {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema({ $id: 'api', ...structuredClone(document) })
  return (schema: unknown) =>
    ajv.compile(
      JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"api#/components/')) as object,
    )
}
