import { randomUUID } from 'node:crypto'
import type { Batch, Nani } from '@nani/sdk'
import { printable, type Terminal } from '../../terminal.ts'
import { type ResultsOptions, withOutput, writeResults } from '../batch.ts'
import { type CallerOptions, withClient } from '../credentials.ts'
import { type ColumnNames, type Item, readItems } from './read-items.ts'

type BatchOptions = CallerOptions &
  Omit<ResultsOptions, 'csv'> & {
    service: ServiceOfBatch
    purpose?: string
    scopes?: string[]
    idempotencyKey?: string
  }

type Shared = { purpose: string; scopes?: string[] }
type BatchService = ColumnNames & {
  purpose: string
  submit(nani: Nani, request: Shared & { items: Item[] }, idempotencyKey: string): Promise<Batch>
}

/** The request as the file says it. The service decides whether it is valid. */
const submitted =
  (methodOf: (nani: Nani) => (request: never, options: { idempotencyKey: string }) => Promise<unknown>) =>
  (nani: Nani, request: object, idempotencyKey: string) =>
    methodOf(nani)(request as never, { idempotencyKey }) as Promise<Batch>

const ofPerson = { name: 'match.full_name', born: 'match.date_of_birth', age: 'match.age' }

const services = {
  kyc: {
    ...{ purpose: 'customer_onboarding', defaultType: 'svc_id', names: ofPerson },
    submit: submitted(({ kyc }) => kyc.validateBatchAsync),
  },
  age: {
    ...{
      purpose: 'age_gating',
      defaultType: 'svc_id',
      names: { threshold: 'threshold', disclosure: 'disclosure' },
    },
    submit: submitted(({ age }) => age.verifyBatchAsync),
  },
  kyb: {
    ...{ purpose: 'regulatory_compliance', defaultType: 'rccm' },
    names: { name: 'match.legal_name', representative: 'match.representative_name', include: 'include' },
    submit: submitted(({ kyb }) => kyb.verifyBatchAsync),
  },
  aml: {
    ...{ purpose: 'regulatory_compliance', defaultType: 'svc_id' },
    names: {
      ...{
        identifier: 'subject.identifier.value',
        type: 'subject.identifier.type',
        name: 'subject.full_name',
      },
      ...{ born: 'subject.date_of_birth', nationality: 'subject.nationality', checks: 'checks' },
    },
    submit: submitted(({ aml }) => aml.screenBatchAsync),
  },
  credit: {
    ...{ purpose: 'credit_assessment', defaultType: 'svc_id' },
    names: {
      ...{ consent: 'consent.consent_id', product: 'product' },
      ...{ amount: 'amount_requested.value', currency: 'amount_requested.currency' },
    },
    submit: submitted(({ credit }) => credit.scoreBatchAsync),
  },
} as const satisfies Record<string, BatchService>

type ServiceOfBatch = keyof typeof services

/** `nani batch create FILE`: an asynchronous batch, and its results in the order of the file as they finish. */
export const createBatch = (
  file: string,
  { service: name, purpose, scopes, idempotencyKey: given, ...options }: BatchOptions,
  terminal: Terminal,
): Promise<void> => {
  const service: BatchService = services[name]
  const items = readItems(file, service, terminal)
  const request = { purpose: purpose ?? service.purpose, ...(scopes && { scopes }), items }
  return withOutput(options, terminal, (write) =>
    withClient(options, terminal, async (nani) => {
      const idempotencyKey = given ?? randomUUID()
      // Before the call: after a lost answer, only a repetition with the same key is not charged again.
      if (given === undefined) terminal.err(`To repeat safely: --idempotency-key ${idempotencyKey}\n`)
      const { id, total_items } = await service.submit(nani, request, idempotencyKey)
      terminal.err(`${total_items} items. To see the results again: nani results ${printable(id)} --csv\n`)
      await writeResults(nani, id, { ...options, csv: true, terminal, write })
    }),
  )
}
