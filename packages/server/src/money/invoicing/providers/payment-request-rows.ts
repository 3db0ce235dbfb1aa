import type { Database } from '@nani/foundation/storage/index.ts'
import { type Acting, nameOf } from '../money-act.ts'
import type { ProviderName } from './provider.ts'

/** What a provider was asked for. It is `created` until the provider has accepted it, and then `requested`. */
export type PaymentRequestRow = {
  request_id: string
  organization_id: string
  invoice_id: string
  provider: ProviderName
  amount: number
  status: 'created' | 'requested' | 'completed' | 'failed'
  provider_reference: string | null
  payment_id: string | null
  created_at: Date
}

const columns = `request_id, organization_id, invoice_id, provider, amount, status, provider_reference, payment_id,
  created_at`

export const readRequest = async (
  database: Database,
  requestId: string,
): Promise<PaymentRequestRow | null> => {
  const { rows } = await database.query<PaymentRequestRow>(
    `select ${columns} from billing_payment_requests where request_id = $1`,
    [requestId],
  )
  return rows[0] ?? null
}

type OfInvoice = Pick<PaymentRequestRow, 'invoice_id' | 'provider'>

/** The requests of an invoice since a time that have no outcome, the newest first. */
export const openRequests = async (
  { client, organizationId }: Pick<Acting, 'client' | 'organizationId'>,
  { invoice_id, provider }: OfInvoice,
  since: Date,
): Promise<PaymentRequestRow[]> => {
  const { rows } = await client.query<PaymentRequestRow>(
    `select ${columns} from billing_payment_requests
     where organization_id = $1 and created_at > $2 and invoice_id = $3 and provider = $4
       and status in ('created', 'requested')
     order by created_at desc, request_id desc`,
    [organizationId, since, invoice_id, provider],
  )
  return rows
}

export const insertRequest = async (
  { client, organizationId, newId, nowMs, actor }: Acting,
  { invoice_id, provider, amount }: OfInvoice & Pick<PaymentRequestRow, 'amount'>,
): Promise<PaymentRequestRow> => {
  const row: PaymentRequestRow = {
    request_id: newId('prq'),
    organization_id: organizationId,
    ...{ invoice_id, provider, amount },
    status: 'created',
    provider_reference: null,
    payment_id: null,
    created_at: new Date(nowMs),
  }
  await client.query(
    `insert into billing_payment_requests (request_id, organization_id, invoice_id, provider, amount, status,
       created_at, created_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      ...[row.request_id, organizationId, invoice_id, provider, amount, row.status],
      ...[row.created_at, nameOf(actor)],
    ],
  )
  return row
}

/** Notes that the provider has accepted a request. A confirmation that arrived before stays as it is. */
export const setRequested = async (
  database: Database,
  row: PaymentRequestRow,
  reference: string,
): Promise<PaymentRequestRow> => {
  const { rows } = await database.query<PaymentRequestRow>(
    `update billing_payment_requests set status = 'requested', provider_reference = $2
     where request_id = $1 and status = 'created' returning ${columns}`,
    [row.request_id, reference],
  )
  return rows[0] ?? (await readRequest(database, row.request_id)) ?? row
}
