import { createHash } from 'node:crypto'
import { serialize } from 'node:v8'
import { isForCallers, openInPlace, parseBounded } from '@nani/foundation/core/index.ts'
import type Type from 'typebox'
import type { LargeBody, RequestForm } from '../../../gateway/gateway/index.ts'
import { type ItemForm, readItem, readShared } from '../batches/batch-items.ts'
import { checkShape } from '../requests/check-shape.ts'
import { stripUnknownFields } from '../requests/strip-unknown-fields.ts'
import type { BatchPages, PlainRefusal } from './large-batch.ts'

export type LargeRequest = { fingerprint: Uint8Array } & (
  | { kind: 'single'; body: unknown; wrong: PlainRefusal | null }
  | { kind: 'batch'; body: BatchPages; wrong: null }
)

/** A body as it is sent to a worker. */
export type BodyToRead = Omit<LargeBody, 'applicationId'>

const itemsOfPage = 256
const charactersOfPage = 256 * 1024

/**
 * Does for a large request what the event loop does for a small one. The wrapper is decrypted in its own memory, the
 * structure is counted before it is parsed, and only known fields are returned. Throws the Refusal of the body.
 */
export const readLargeRequest = (large: BodyToRead): LargeRequest => {
  const plaintext = openInPlace(Buffer.from(large.store, 0, large.length), large.key, large.iv)
  const fingerprint = createHash('sha256').update(large.fingerprintHead).update(plaintext).digest()
  const parsed = parseBounded(plaintext, large.form.structure)
  const form = remembered(large.form)
  return form.batch
    ? { kind: 'batch', fingerprint, body: readBatch(form, parsed), wrong: null }
    : { kind: 'single', fingerprint, ...readSingle(form, parsed) }
}

const forms = new Map<string, RequestForm>()

/** The first form of a name, so that its schema is compiled once. */
const remembered = (form: RequestForm): RequestForm => {
  const known = forms.get(form.name)
  if (known) return known
  forms.set(form.name, form)
  return form
}

const readSingle = ({ schema }: RequestForm, parsed: Record<string, unknown>) => {
  const body = stripUnknownFields(schema, parsed)
  return { body, wrong: refusalOf(() => checkShape(schema as Type.TSchema, body)) }
}

const readBatch = (form: RequestForm, parsed: Record<string, unknown>): BatchPages => {
  const itemForm: ItemForm = { schema: form.schema as Type.TObject, fields: form.batch?.fields ?? [] }
  const items: unknown[] = Array.isArray(parsed.items) ? parsed.items : []
  const shared = readShared(itemForm, parsed)
  const batch: BatchPages = { itemCount: items.length, shared, pages: [], wrong: null }
  if (items.length > (form.batch?.maxItems ?? 0)) return batch
  const pages = pagesOf(batch.pages)
  batch.wrong = refusalOf(() => {
    for (const [index, item] of items.entries()) pages.add(readItem(itemForm, item, shared, index))
  })
  pages.end()
  return batch
}

const pagesOf = (pages: BatchPages['pages']) => {
  let page: unknown[] = []
  let characters = 0
  const end = () => {
    if (page.length > 0) pages.push(new Uint8Array(serialize(page)))
    page = []
    characters = 0
  }
  return {
    add(item: Record<string, unknown>) {
      page.push(item)
      characters += charactersOf(item)
      if (page.length >= itemsOfPage || characters >= charactersOfPage) end()
    },
    end,
  }
}

/** The length of all texts in a valid value. Valid values are not deep. */
const charactersOf = (value: unknown): number => {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce((sum: number, member) => sum + charactersOf(member), 0)
}

const refusalOf = (check: () => void): PlainRefusal | null => {
  try {
    check()
    return null
  } catch (error) {
    if (!isForCallers(error)) throw error
    return { code: error.code, context: error.context }
  }
}
