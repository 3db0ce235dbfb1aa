import { limits } from '@nani/contract'
import { Refusal } from '../core/index.ts'
import type { Application } from '../gateway/index.ts'
import { type AsynchronousDependencies, openJson } from './asynchronous.ts'
import { batchDay, decodeCursor, encodeCursor, findBatch, itemContext } from './batches.ts'
import { mapBounded } from './bounded.ts'
import { openResult, type ResultDependencies } from './results.ts'
import { failedItem, type ListedItem } from './synchronous-batch.ts'
import { invalidField } from './validate.ts'

type ItemRow = {
  position: number
  status: 'pending' | 'running' | 'succeeded' | 'failed'
  sealed_request: Buffer | null
  result_id: string | null
  sealed_error: Buffer | null
  sealed_result: Buffer | null
}

type Dependencies = ResultDependencies & Pick<AsynchronousDependencies, 'requestsVault'>

const concurrentReads = 16

/** The size of a page: 1 to 500, 100 when absent (decisions §5). */
export const pageLimit = (limit: unknown = String(limits.resultsPageItemsDefault)): number => {
  const size = typeof limit === 'string' && /^\d{1,4}$/.test(limit) ? Number(limit) : 0
  if (size < 1 || size > limits.resultsPageItems) {
    throw invalidField('limit', `must be a whole number from 1 to ${limits.resultsPageItems}`)
  }
  return size
}

/** `limit` as above; `cursor` is one that we gave (decisions §5). */
export const readPage = (query: Readonly<Record<string, unknown>>): { from: number; limit: number } => {
  const { cursor } = query
  const size = pageLimit(query.limit)
  if (cursor !== undefined && typeof cursor !== 'string') throw invalidField('cursor', 'must be one cursor')
  return { from: cursor === undefined ? 0 : decodeCursor(cursor), limit: size }
}

/**
 * A page of results in the order of submission. While the batch runs, a page ends before the first item that
 * is not settled, and `next_cursor` continues there: no item is ever skipped.
 */
export const readBatchResults = async (
  batchId: string,
  query: Readonly<Record<string, unknown>>,
  application: Application,
  dependencies: Dependencies,
): Promise<unknown> => {
  const page = readPage(query)
  const { pool, clock } = dependencies
  const { applicationId } = application
  const batch = await findBatch(pool, applicationId, batchId, clock)
  const { rows } = await pool.query<ItemRow>({
    name: 'read-batch-results',
    text: `select i.position, i.status, i.result_id, i.sealed_request, i.sealed_error, r.sealed_result
           from batch_items i
           left join results r on r.application_id = $1 and r.result_id = i.result_id and r.day = i.result_day
           where i.application_id = $1 and i.batch_id = $2 and i.day = $3 and i.position >= $4 and i.position < $5
           order by i.position`,
    values: [applicationId, batchId, batchDay(batchId), page.from, page.from + page.limit],
  })
  const open = rows.findIndex((row) => row.status === 'pending' || row.status === 'running')
  const settled = open < 0 ? rows : rows.slice(0, open)
  const data = await mapBounded(settled, concurrentReads, (row) =>
    listItem(row, batchId, application, dependencies),
  )
  const next = page.from + settled.length
  const ended = batch.completed_at !== null && next >= batch.total_items
  return { object: 'list', data, next_cursor: ended ? null : encodeCursor(next) }
}

const listItem = async (
  row: ItemRow,
  batchId: string,
  application: Application,
  dependencies: Dependencies,
): Promise<ListedItem> => {
  const { applicationId, environment } = application
  const context = itemContext(applicationId, batchId, row.position)
  if (row.status === 'failed') return failedRow(row, context, dependencies)
  if (!row.result_id || !row.sealed_result) throw new Error('a result of a batch item is missing')
  const result = await openResult(applicationId, row.result_id, row.sealed_result, environment, dependencies)
  return { reference: (result as { reference: string }).reference, status: 'succeeded', result }
}

const failedRow = (row: ItemRow, context: string, { requestsVault }: Dependencies): ListedItem => {
  if (row.sealed_error) return openJson<ListedItem>(requestsVault, row.sealed_error, context)
  const { reference } = openJson<{ reference: string }>(requestsVault, row.sealed_request as Buffer, context)
  return failedItem(reference, new Refusal('batch_cancelled'))
}
