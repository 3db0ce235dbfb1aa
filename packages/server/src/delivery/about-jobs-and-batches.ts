import { batchSchema, jobSchema, limits, resultsListSchema } from '@nani/contract'
import Type from 'typebox'
import type { About } from './about.ts'
import { exampleBatch, exampleItems, exampleJob } from './example-objects.ts'

/** Stands for the result of whichever service; the description puts the services in its place. */
export const anyResult = Type.Object({ id: Type.String(), object: Type.String() }, { title: 'Result' })

const tag = 'Jobs and batches'
const none = { path: {}, query: {}, request: null, asynchronous: false } as const
const batchId = {
  batch_id: { description: 'The `id` of the batch.', example: 'bat_01KJQCCTY0B1F2GR7V5Q0WDX9N' },
}

export const aboutJob: About = {
  ...none,
  operationId: 'read_job',
  tag,
  summary: 'Read a job',
  description: `Poll it until \`status\` is no longer \`pending\`. It stays readable for ${limits.retentionDays} days.`,
  path: { job_id: { description: 'The `id` of the job.', example: 'job_01KJQCCTY0B1F2GR7V5Q0WDX9N' } },
  answers: [
    {
      status: 200,
      description: 'The job; with `result` once completed, with `error` once failed.',
      schema: jobSchema(anyResult),
      examples: (rehearsal) => ({
        completed: { summary: 'Completed', value: exampleJob(rehearsal, 'completed') },
        failed: { summary: 'Failed', value: exampleJob(rehearsal, 'failed') },
        pending: { summary: 'Pending', value: exampleJob(rehearsal, 'pending') },
      }),
    },
  ],
  refusals: ['job_not_found', 'register_unavailable'],
}

export const aboutBatchState: About = {
  ...none,
  operationId: 'read_batch',
  tag,
  summary: 'Read a batch',
  description: `How far it is. \`completed_with_errors\` says that at least one item failed, or that it was cancelled. It stays readable for ${limits.retentionDays} days.`,
  path: batchId,
  answers: [
    {
      status: 200,
      description: 'The batch.',
      schema: batchSchema,
      examples: (rehearsal) => ({
        completed: { summary: 'Every item succeeded', value: exampleBatch(rehearsal, 'completed') },
        completed_with_errors: {
          summary: 'Three items failed',
          value: exampleBatch(rehearsal, 'completed_with_errors'),
        },
      }),
    },
  ],
  refusals: ['batch_not_found'],
}

export const aboutBatchResults: About = {
  ...none,
  operationId: 'list_batch_results',
  tag,
  summary: 'List the results of a batch',
  description: `
Items come in the order in which they were submitted. Results may be read while the batch still runs: a page
ends before the first item that is not finished, and \`next_cursor\` continues there. It is \`null\` once
there are no more.
`.trim(),
  path: batchId,
  query: {
    cursor: Type.String({ description: '`next_cursor` of the page before; absent for the first page.' }),
    limit: Type.Integer({
      minimum: 1,
      maximum: limits.resultsPageItems,
      default: limits.resultsPageItemsDefault,
      description: 'Items of a page, at most.',
    }),
  },
  answers: [
    {
      status: 200,
      description: 'A page of results.',
      schema: resultsListSchema(anyResult),
      examples: (rehearsal) => ({
        page: {
          summary: 'The last page',
          value: {
            object: 'list',
            data: exampleItems(rehearsal).map(({ entry }) => entry),
            next_cursor: null,
          },
        },
      }),
    },
  ],
  refusals: ['invalid_request', 'batch_not_found', 'register_unavailable'],
}

export const aboutCancel: About = {
  ...none,
  operationId: 'cancel_batch',
  tag,
  summary: 'Cancel a batch',
  description: `
Takes no body. Items that have not begun fail with \`batch_cancelled\` and are never billed; items already
running finish normally.
`.trim(),
  path: batchId,
  answers: [
    {
      status: 200,
      description: 'The batch, cancelled.',
      schema: batchSchema,
      examples: (rehearsal) => ({
        cancelled: { summary: 'Cancelled', value: exampleBatch(rehearsal, 'cancelled') },
      }),
    },
  ],
  refusals: ['batch_not_found', 'batch_not_cancellable'],
}
