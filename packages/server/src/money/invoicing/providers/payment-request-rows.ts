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
  /** Until then the payer may still decide. Null: the provider has not accepted the request. */
  waits_until: Date | null
  /** Whether that time has not come. The clock of the database decides, which all processes share. */
  is_waiting: boolean
}

/** A payer who was asked has so long to decide. Until then, the payment of the invoice is not asked for again. */
const waiting = `interval '2 hours'`
/** A row of an earlier release has no time of its own. */
const waitsUntil = `case when status = 'requested' then coalesce(asked_at, created_at) + ${waiting} end`

const columns = `request_id, organization_id, invoice_id, provider, amount, status, provider_reference, payment_id,
  created_at, ${waitsUntil} as waits_until, coalesce(${waitsUntil} > now(), false) as is_waiting`

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

/** The requests of an invoice that have no outcome, the newest first. */
export const openRequests = async (
  { client, organizationId }: Pick<Acting, 'client' | 'organizationId'>,
  { invoice_id, provider }: OfInvoice,
): Promise<PaymentRequestRow[]> => {
  const { rows } = await client.query<PaymentRequestRow>(
    `select ${columns} from billing_payment_requests
     where organization_id = $1 and invoice_id = $2 and provider = $3 and status in ('created', 'requested')
     order by created_at desc, request_id desc`,
    [organizationId, invoice_id, provider],
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
    ...{ waits_until: null, is_waiting: false },
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

/** Notes that the provider has accepted a request, also once more. A confirmation that arrived before stays as it is. */
export const setRequested = async (
  database: Database,
  row: PaymentRequestRow,
  reference: string,
): Promise<PaymentRequestRow> => {
  const { rows } = await database.query<PaymentRequestRow>(
    `update billing_payment_requests set status = 'requested', provider_reference = $2, asked_at = now()
     where request_id = $1 and status in ('created', 'requested') returning ${columns}`,
    [row.request_id, reference],
  )
  return rows[0] ?? (await readRequest(database, row.request_id)) ?? row
}
