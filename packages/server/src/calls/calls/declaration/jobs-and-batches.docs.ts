import { batchSchema, jobSchema, limits, resultsListSchema } from '@nani/contract'
import Type from 'typebox'
import type { EndpointDocs } from './endpoint-docs.ts'
import { exampleBatch, exampleItems, exampleJob } from './example-objects.ts'

/** Placeholder for the result of any service. The description replaces it by the services. */
export const anyResult = Type.Object({ id: Type.String(), object: Type.String() }, { title: 'Result' })

const tag = 'Jobs and batches'
const none = { path: {}, query: {}, request: null, asynchronous: false } as const
const batchId = {
  batch_id: { description: 'The `id` of the batch.', example: 'bat_01KJQCCTY0B1F2GR7V5Q0WDX9N' },
}

export const docsOfJob: EndpointDocs = {
  ...none,
  operationId: 'read_job',
  tag,
  summary: 'Read a job',
  description: `Poll the job until \`status\` is no longer \`pending\`. It stays readable for ${limits.retentionDays} days.`,
  path: { job_id: { description: 'The `id` of the job.', example: 'job_01KJQCCTY0B1F2GR7V5Q0WDX9N' } },
  answers: [
    {
      status: 200,
      description: 'The job. It has `result` when completed, and `error` when failed.',
      schema: jobSchema(anyResult),
      examples: (run) => ({
        completed: { summary: 'Completed', value: exampleJob(run, 'completed') },
        failed: { summary: 'Failed', value: exampleJob(run, 'failed') },
        pending: { summary: 'Pending', value: exampleJob(run, 'pending') },
      }),
    },
  ],
  refusals: ['job_not_found', 'register_unavailable'],
}

export const docsOfBatchState: EndpointDocs = {
  ...none,
  operationId: 'read_batch',
  tag,
  summary: 'Read a batch',
  description: `The progress of the batch. \`completed_with_errors\` means that at least one item failed or was cancelled. It stays readable for ${limits.retentionDays} days.`,
  path: batchId,
  answers: [
    {
      status: 200,
      description: 'The batch.',
      schema: batchSchema,
      examples: (run) => ({
        completed: { summary: 'Every item succeeded', value: exampleBatch(run, 'completed') },
        completed_with_errors: {
          summary: 'Three items failed',
          value: exampleBatch(run, 'completed_with_errors'),
        },
      }),
    },
  ],
  refusals: ['batch_not_found'],
}

export const docsOfBatchResults: EndpointDocs = {
  ...none,
  operationId: 'list_batch_results',
  tag,
  summary: 'List the results of a batch',
  description: `
Items are in the order of submission. You may read results while the batch still runs. A page
ends before the first item that is not finished, and \`next_cursor\` continues there. It is \`null\` when
there are no more.
`.trim(),
  path: batchId,
  query: {
    cursor: Type.String({
      description:
        '`next_cursor` of the previous page; absent for the first page. It is valid for this batch only, and only unchanged.',
    }),
    limit: Type.Integer({
      minimum: 1,
      maximum: limits.resultsPageItems,
      default: limits.resultsPageItemsDefault,
      description: 'Maximum number of items of a page.',
    }),
  },
  answers: [
    {
      status: 200,
      description: 'A page of results.',
      schema: resultsListSchema(anyResult),
      examples: (run) => ({
        page: {
          summary: 'The last page',
          value: {
            object: 'list',
            data: exampleItems(run).map(({ entry }) => entry),
            next_cursor: null,
          },
        },
      }),
    },
  ],
  refusals: ['invalid_request', 'batch_not_found', 'register_unavailable'],
}

export const docsOfCancel: EndpointDocs = {
  ...none,
  operationId: 'cancel_batch',
  tag,
  summary: 'Cancel a batch',
  description: `
The request has no body. Items that have not started fail with \`batch_cancelled\` and are never billed. Running items
finish normally.
`.trim(),
  path: batchId,
  answers: [
    {
      status: 200,
      description: 'The batch, cancelled.',
      schema: batchSchema,
      examples: (run) => ({
        cancelled: { summary: 'Cancelled', value: exampleBatch(run, 'cancelled') },
      }),
    },
  ],
  refusals: ['batch_not_found', 'batch_not_cancellable'],
}
