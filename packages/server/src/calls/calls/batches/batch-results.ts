import { limits } from '@nani/contract'
import { Refusal } from '@nani/foundation/core/index.ts'
import type { RenderingMemory } from '@nani/foundation/http/index.ts'
import type { Application } from '../../../gateway/gateway/index.ts'
import type { CallsDependencies, ReadDependencies } from '../dependencies.ts'
import { invalidField } from '../requests/check-shape.ts'
import type { CursorList, Cursors } from '../results/cursors.ts'
import { each, fillPage, pageJson } from '../results/page-bytes.ts'
import { openResult } from '../results/results.ts'
import { openJson } from '../results/sealed-json.ts'
import { batchDay, findBatch, itemContext } from './batches.ts'
import { failedItem, type ListedItem } from './synchronous-batch.ts'

type ItemRow = {
  position: number
  status: 'pending' | 'running' | 'succeeded' | 'failed'
  sealed_request: Buffer | null
  result_id: string | null
  sealed_error: Buffer | null
  sealed_result: Buffer | null
}

type Dependencies = ReadDependencies & Pick<CallsDependencies, 'cursors'>

/** A page as it is sent, and the results that it discloses. */
export type RenderedPage = { body: string; disclosedIds: readonly string[] }

/** The size of a page: 1 to 500, 100 when absent (spec/request-modes#paging). */
export const pageLimit = (limit: unknown = String(limits.resultsPageItemsDefault)): number => {
  const size = typeof limit === 'string' && /^\d{1,4}$/.test(limit) ? Number(limit) : 0
  if (size < 1 || size > limits.resultsPageItems) {
    throw invalidField('limit', `must be a whole number from 1 to ${limits.resultsPageItems}`)
  }
  return size
}

const cursorList = ({ applicationId }: Pick<Application, 'applicationId'>, batchId: string): CursorList => ({
  applicationId,
  resource: `batch results ${batchId}`,
})

/** `limit` as above; `cursor` is one that was issued for this batch (spec/request-modes#paging). */
export const readPage = (
  query: Readonly<Record<string, unknown>>,
  batchId: string,
  application: Pick<Application, 'applicationId'>,
  { cursors }: { cursors: Cursors },
): { from: number; limit: number } => {
  const { cursor } = query
  const limit = pageLimit(query.limit)
  if (cursor === undefined) return { from: 0, limit }
  if (typeof cursor !== 'string') throw invalidField('cursor', 'must be a single cursor')
  return { from: cursors.open(cursor, cursorList(application, batchId)), limit }
}

/**
 * A page of results in the order of submission. While the batch runs, a page ends before the first open item, and
 * `next_cursor` continues there. No item is skipped. The size of a page in bytes is limited, too.
 */
export const readBatchResults = async (
  batchId: string,
  query: Readonly<Record<string, unknown>>,
  { application, memory }: { application: Application; memory: RenderingMemory },
  dependencies: Dependencies,
): Promise<RenderedPage> => {
  const page = readPage(query, batchId, application, dependencies)
  const { pool, clock, cursors } = dependencies
  const { applicationId } = application
  const batch = await findBatch(pool, application, batchId, clock)
  const read = (from: number, to: number) => readItems({ pool, applicationId, batchId }, from, to)
  const make = each(async (row: ItemRow) => ({
    value: await listItem(row, batchId, application, dependencies),
    disclosedIds: row.result_id ? [row.result_id] : [],
  }))
  const filled = await fillPage(settledItems(page, read), make, { applicationId, memory })
  const next = page.from + filled.taken
  const ended = batch.completed_at !== null && next >= batch.total_items
  const cursor = ended ? null : cursors.seal(next, cursorList(application, batchId))
  return { body: pageJson(filled, cursor), disclosedIds: filled.disclosedIds }
}

/** The items that one statement reads. A page that ends by its size does not hold the others in memory. */
const itemsTogether = 100

/** The items of a page up to the first open one. */
const settledItems = async function* (
  { from, limit }: { from: number; limit: number },
  read: (from: number, to: number) => Promise<ItemRow[]>,
): AsyncGenerator<ItemRow[]> {
  for (let at = from; at < from + limit; at += itemsTogether) {
    const to = Math.min(at + itemsTogether, from + limit)
    const rows = await read(at, to)
    const open = rows.findIndex(({ status }) => status === 'pending' || status === 'running')
    yield open < 0 ? rows : rows.slice(0, open)
    if (open >= 0 || rows.length < to - at) return
  }
}

type ReadItems = {
  pool: CallsDependencies['pool']
  applicationId: string
  batchId: string
}

const readItems = async (
  { pool, applicationId, batchId }: ReadItems,
  from: number,
  to: number,
): Promise<ItemRow[]> => {
  const { rows } = await pool.query<ItemRow>({
    name: 'read-batch-results',
    text: `select i.position, i.status, i.result_id, i.sealed_request, i.sealed_error, r.sealed_result
           from batch_items i
           left join results r on r.application_id = $1 and r.result_id = i.result_id and r.day = i.result_day
           where i.application_id = $1 and i.batch_id = $2 and i.day = $3 and i.position >= $4 and i.position < $5
           order by i.position`,
    values: [applicationId, batchId, batchDay(batchId), from, to],
  })
  return rows
}

const listItem = async (
  row: ItemRow,
  batchId: string,
  application: Application,
  dependencies: Dependencies,
): Promise<ListedItem> => {
  const { applicationId } = application
  const context = itemContext(applicationId, batchId, row.position)
  if (row.status === 'failed') return failedRow(row, context, dependencies)
  if (!row.result_id || !row.sealed_result) throw new Error('a result of a batch item is missing')
  const opened = await openResult(row.result_id, row.sealed_result, application, dependencies)
  // Its batch is as old as the result, and was found.
  if (!opened) throw new Refusal('batch_not_found')
  return { reference: opened.reference, status: 'succeeded', result: opened.result }
}

const failedRow = (row: ItemRow, context: string, { requestsVault }: Dependencies): ListedItem => {
  if (row.sealed_error) return openJson<ListedItem>(requestsVault, row.sealed_error, context)
  const { reference } = openJson<{ reference: string }>(requestsVault, row.sealed_request as Buffer, context)
  return failedItem(reference, new Refusal('batch_cancelled'))
}
