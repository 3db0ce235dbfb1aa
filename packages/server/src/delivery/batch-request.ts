import type Type from 'typebox'
import { Refusal } from '../core/index.ts'
import type { Application } from '../gateway/index.ts'
import { knownFields } from './known-fields.ts'
import type { Service } from './service.ts'
import {
  checkFields,
  checkPurpose,
  checkShape,
  type FieldPath,
  grantedScopes,
  invalidField,
  validateRequest,
} from './validate.ts'

/** One item with the fields of its batch filled in; `refusal` when it cannot succeed. */
export type BatchItem = { reference: string; request: Record<string, unknown>; refusal: Refusal | null }

/**
 * Reads a batch (spec 1 § Batch rules). What is wrong with its shape refuses the whole batch and names the
 * field; what is wrong with one item's identifier, purpose or scopes fails that item alone.
 */
export const readBatch = (
  service: Service,
  body: Record<string, unknown>,
  application: Application,
  maxItems: number,
): BatchItem[] => {
  const items = body.items
  if (!Array.isArray(items) || items.length === 0)
    throw invalidField('items', 'must be an array with an item')
  if (items.length > maxItems) throw new Refusal('batch_too_large', { max_items: maxItems })
  const shared = sharedFields(service, body, application)
  const references = new Set<string>()
  return items.map((item: unknown, index) => {
    const request = itemRequest(service, item, shared, index)
    const reference = request.reference as string
    if (references.has(reference)) {
      throw invalidField(`items[${index}].reference`, 'must not repeat within a batch')
    }
    references.add(reference)
    return { reference, request, refusal: refusalOf(service, request, application) }
  })
}

const propertyOf = (service: Service, field: string): Type.TSchema =>
  service.request.properties[field] as Type.TSchema

/** The batch-level fields; a purpose or scope that is not granted there refuses the whole batch. */
const sharedFields = (
  service: Service,
  body: Record<string, unknown>,
  application: Application,
): Record<string, unknown> => {
  const shared: Record<string, unknown> = {}
  for (const field of service.batchFields) {
    const sent = Object.hasOwn(body, field) ? body[field] : undefined
    if (sent === undefined || sent === null) continue
    const value = knownFields(propertyOf(service, field), sent)
    checkShape(propertyOf(service, field), value, (path) => joinPath(field, path))
    shared[field] = value
  }
  if (shared.purpose !== undefined) checkPurpose(shared.purpose as string, application)
  if (shared.scopes !== undefined) grantedScopes(shared.scopes as string[], application)
  return shared
}

const joinPath = (head: string, tail: string) =>
  tail === '' ? head : tail.startsWith('[') ? `${head}${tail}` : `${head}.${tail}`

const itemRequest = (
  service: Service,
  item: unknown,
  shared: Record<string, unknown>,
  index: number,
): Record<string, unknown> => {
  const here = `items[${index}]`
  if (typeof item !== 'object' || item === null || Array.isArray(item)) {
    throw invalidField(here, 'must be an object')
  }
  const own = knownFields(service.request, item) as Record<string, unknown>
  const request = { ...shared, ...own }
  const path: FieldPath = (field) =>
    // A field that stands nowhere is missing where it would serve every item.
    service.batchFields.includes(field) && !(field in request) ? field : joinPath(here, field)
  checkFields(service, request, path)
  if (typeof request.reference !== 'string' || request.reference === '') {
    throw invalidField(`${here}.reference`, 'must be a string that names the item')
  }
  return request
}

const refusalOf = (
  service: Service,
  request: Record<string, unknown>,
  application: Application,
): Refusal | null => {
  try {
    validateRequest(service, request, application)
    return null
  } catch (error) {
    if (error instanceof Refusal && error.code !== 'invalid_request') return error
    throw error
  }
}
