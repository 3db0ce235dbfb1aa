import type Type from 'typebox'
import { checkShape, type FieldPath, invalidField } from '../requests/check-shape.ts'
import { isObject, stripUnknownFields } from '../requests/strip-unknown-fields.ts'

/** The schema of the items of a batch, and the fields that may be set once for all items. */
export type ItemForm = { schema: Type.TObject; fields: readonly string[] }

/** The known fields of an item. Its shape was checked together with the shared fields. */
export const readItem = (
  form: ItemForm,
  item: unknown,
  shared: Record<string, unknown>,
  index: number,
): Record<string, unknown> => {
  const own = stripUnknownFields(form.schema, item)
  if (!isObject(own)) throw invalidField(`items[${index}]`, 'must be an object')
  const request = { ...shared, ...own }
  checkShape(form.schema, request, itemPath(form.fields, request, index))
  return own
}

/** The fields at the level of the batch, before their shape is checked. */
export const readShared = (form: ItemForm, body: Record<string, unknown>): Record<string, unknown> => {
  const shared: Record<string, unknown> = {}
  for (const field of form.fields) {
    const sent = Object.hasOwn(body, field) ? body[field] : undefined
    if (sent === undefined || sent === null) continue
    const schema = form.schema.properties[field]
    if (schema) shared[field] = stripUnknownFields(schema, sent)
  }
  return shared
}

export const itemPath =
  (fields: readonly string[], request: Record<string, unknown>, index: number): FieldPath =>
  (field) =>
    // A field that is missing in both places is reported at the level of the batch.
    fields.includes(field) && !(field in request) ? field : joinPath(`items[${index}]`, field)

export const joinPath = (head: string, tail: string) =>
  tail === '' ? head : tail.startsWith('[') ? `${head}${tail}` : `${head}.${tail}`
