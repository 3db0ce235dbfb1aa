import { addOnly, reference, type Tables, tenant } from './table-entry.ts'

/** Tables of signed calls, their results and their events. */
export const callsTables = {
  bursts: { owner: 'gateway', kind: tenant, rights: { update: ['second', 'used'] } },
  idempotency_keys: { owner: 'gateway', kind: tenant, rights: { update: 'all', delete: true } },
  nonces: { owner: 'gateway', kind: tenant, rights: addOnly, partition: 'day', retention: 2 },
  batch_items: {
    owner: 'calls',
    kind: tenant,
    rights: { update: ['status', 'starts', 'sealed_request', 'sealed_error', 'result_id', 'result_day'] },
    partition: 'day',
    retention: 31,
    readers: ['invoicing', 'metering'],
  },
  batches: {
    owner: 'calls',
    kind: tenant,
    rights: { update: ['cancelled_at', 'completed_at', 'succeeded_items', 'failed_items'] },
    readers: ['metering', 'organizations', 'webhooks'],
  },
  jobs: {
    owner: 'calls',
    kind: tenant,
    rights: {
      update: [
        'status',
        'starts',
        'sealed_request',
        'sealed_error',
        'result_id',
        'result_day',
        'finished_at',
      ],
    },
    readers: ['metering'],
  },
  results: {
    owner: 'commit',
    kind: tenant,
    rights: addOnly,
    partition: 'day',
    retention: 31,
    readers: ['calls'],
  },
  event_positions: { owner: 'outbox', kind: tenant, rights: { update: ['last'] } },
  events: {
    owner: 'outbox',
    kind: tenant,
    rights: addOnly,
    partition: 'day',
    retention: 31,
    readers: ['compliance', 'webhooks'],
  },
  webhook_attempts: {
    owner: 'outbox',
    kind: tenant,
    rights: addOnly,
    partition: 'day',
    retention: 31,
    readers: ['webhooks'],
  },
  webhook_deliveries: {
    owner: 'outbox',
    kind: tenant,
    rights: { update: ['state', 'round', 'attempts', 'next_attempt_at', 'leased_until'] },
    retention: 'erased',
    readers: ['webhooks'],
  },
  webhook_endpoints: {
    owner: 'webhooks',
    kind: tenant,
    rights: { update: 'all', delete: true },
    readers: ['outbox'],
  },
  receipt_keys: { owner: 'receipts', kind: reference, rights: { update: ['ends_at'] }, retention: 'erased' },
  open_work: { owner: 'metering', kind: tenant, rights: { update: ['open_jobs', 'open_items'] } },
  usage_counters: {
    owner: 'metering',
    kind: tenant,
    rights: { update: ['used', 'calls_limit'] },
    readers: ['gateway', 'organizations'],
  },
} as const satisfies Tables
