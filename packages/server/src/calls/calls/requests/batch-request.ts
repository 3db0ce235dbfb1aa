import { deserialize } from 'node:v8'
import { isForCallers, nextTurn, Refusal } from '@nani/foundation/core/index.ts'
import type Type from 'typebox'
import type { Application } from '../../../gateway/gateway/index.ts'
import { type ItemForm, joinPath, readItem, readShared } from '../batches/batch-items.ts'
import { itemSchema } from '../declaration/item-schema.ts'
import type { Service } from '../declaration/service.ts'
import type { LargeBatch } from '../large-requests/large-batch.ts'
import { checkShape, invalidField } from './check-shape.ts'
import {
  checkAmongFields,
  checkMeaning,
  checkPurpose,
  grantedScopes,
  textsOf,
  type ValidRequest,
} from './validate.ts'

/** One item with the fields of its batch filled in. An item with a refusal cannot succeed. */
export type BatchItem = { reference: string } & ({ valid: ValidRequest } | { refusal: Refusal })

const formOf = (service: Service): ItemForm => ({
  schema: itemSchema(service),
  fields: service.batchFields,
})

/**
 * Reads a batch (spec/request-modes#batch-faults). A fault of its shape refuses the whole batch and names the field. A fault of
 * the identifier, the purpose or the scopes of an item, or of a rule between its fields, fails that item alone.
 */
export const readBatch = (
  service: Service,
  body: Record<string, unknown>,
  application: Application,
  maxItems: number,
): BatchItem[] => {
  const items: unknown[] = Array.isArray(body.items) ? body.items : []
  checkItemCount(items.length, maxItems)
  const form = formOf(service)
  const shared = checkShared(service, readShared(form, body), application)
  const accept = itemsOf(service, application, shared)
  return items.map((item, index) => accept(readItem(form, item, shared, index), index))
}

/**
 * The same for a large batch. A worker thread has parsed its items and checked their shape. The remaining checks run page
 * by page, and other callers are served between two pages.
 */
export const readLargeBatch = async (
  service: Service,
  { read: batch }: LargeBatch,
  application: Application,
  maxItems: number,
): Promise<BatchItem[]> => {
  checkItemCount(batch.itemCount, maxItems)
  const shared = checkShared(service, batch.shared, application)
  const accept = itemsOf(service, application, shared)
  const accepted: BatchItem[] = []
  for (const page of batch.pages) {
    for (const own of deserialize(page) as Record<string, unknown>[])
      accepted.push(accept(own, accepted.length))
    await nextTurn()
  }
  if (batch.wrong) throw new Refusal(batch.wrong.code, batch.wrong.context)
  return accepted
}

const checkItemCount = (count: number, maxItems: number): void => {
  if (count === 0) throw invalidField('items', 'must be an array with at least one item')
  if (count > maxItems) throw new Refusal('batch_too_large', { max_items: maxItems })
}

/** Checks the fields at the level of the batch. A purpose or scope that is not granted there refuses the whole batch. */
const checkShared = (
  service: Service,
  shared: Record<string, unknown>,
  application: Application,
): Record<string, unknown> => {
  for (const [field, value] of Object.entries(shared)) {
    const schema: Type.TSchema | undefined = service.request.properties[field]
    if (schema) checkShape(schema, value, (path) => joinPath(field, path))
  }
  if (typeof shared.purpose === 'string') checkPurpose(shared.purpose, application)
  if (shared.scopes !== undefined) grantedScopes(textsOf(shared.scopes), application)
  return shared
}

/** Returns a function that takes the items in their order, each with its own known fields. */
const itemsOf = (service: Service, application: Application, shared: Record<string, unknown>) => {
  const references = new Set<string>()
  return (own: Record<string, unknown>, index: number): BatchItem => {
    const request = { ...shared, ...own }
    const here = `items[${index}].reference`
    const { reference } = request
    if (typeof reference !== 'string' || reference === '') {
      throw invalidField(here, 'must be a string that identifies the item')
    }
    if (references.has(reference)) throw invalidField(here, 'must be unique within a batch')
    references.add(reference)
    return { reference, ...validated(service, request, application) }
  }
}

const validated = (
  service: Service,
  request: Record<string, unknown>,
  application: Application,
): { valid: ValidRequest } | { refusal: Refusal } => {
  try {
    checkAmongFields(service, request, application)
    return { valid: checkMeaning(service, request, application) }
  } catch (error) {
    if (isForCallers(error)) return { refusal: error }
    throw error
  }
}
