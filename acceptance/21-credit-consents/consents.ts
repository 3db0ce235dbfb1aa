import { type CallOptions, get, post } from '../client/call.ts'
import type { Credentials } from '../client/credentials.ts'
import { sandboxPerson, until } from '../client/kyc.ts'
import { createApplication } from '../installation/applications.ts'

export const consentsPath = '/v1/credit/consents'

/** See spec/consents#consent-object. */
export type Consent = { method: string; consent_id: string; granted_at: string; expires_at: string }
/** See spec/consents#consent-request. */
export type ConsentRequest = {
  id: string
  object: string
  status: string
  product: string
  reference: string | null
  created_at: string
  expires_at: string
  consent?: Consent
}

/** An application of its own, so that no request of another test is pending. */
export const lender = (dataDir: string, more: Parameters<typeof createApplication>[1] = {}) =>
  createApplication(dataDir, { services: ['credit_scoring'], ...more })

export const asking = (digits: string, members: Record<string, unknown> = {}) => ({
  identifier: sandboxPerson(digits),
  purpose: 'credit_assessment',
  product: 'microcredit',
  ...members,
})

export const ask = (
  caller: Credentials,
  digits: string,
  members?: Record<string, unknown>,
  options?: CallOptions,
) => post<ConsentRequest>(caller, consentsPath, asking(digits, members), options)

export const read = (caller: Credentials, id: string) => get<ConsentRequest>(caller, `${consentsPath}/${id}`)

/** The request once it has this status. */
export const becomes = async (caller: Credentials, id: string, status: string): Promise<ConsentRequest> =>
  (
    await until(
      () => read(caller, id),
      ({ json }) => json.status === status,
      { timeoutMs: 20_000 },
    )
  ).json

type Event = {
  type: string
  created_at: string
  data: { object: ConsentRequest; previous_attributes: { status: string | null } }
}

/** The changes of status of one request, in the order of their events. */
export const changesOf = async (caller: Credentials, id: string): Promise<(string | null)[][]> => {
  const { json } = await get<{ data: Event[] }>(caller, '/v1/events')
  return json.data
    .filter(({ type, data }) => type === 'credit_consent.status_changed' && data.object.id === id)
    .map(({ data }) => [data.previous_attributes.status, data.object.status])
}
