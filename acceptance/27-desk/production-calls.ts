import { expect, inject } from 'vitest'
import { done, type Person } from '../26-console/person.ts'
import { send, signedRequest } from '../client/call.ts'
import { signingRequest } from '../client/certificates.ts'
import { type Credentials, identityOf } from '../client/credentials.ts'
import type { Submitted } from './submitted-review.ts'

/** Calls of production over mutual TLS, with a certificate that the Owner gets for the application. */
export const openProduction = async (owner: Person, { id, path, keys }: Submitted) => {
  const { csr, key } = await signingRequest(id)
  const { certificate } = await done(
    owner.call<{ certificate: string }>('POST', `${path}/certificates`, { csr }),
  )
  const demo = inject('demo').production
  const credentials: Credentials = { ...keys, base_url: demo.base_url, application_id: id }
  const identity = { ca: identityOf(demo).ca, cert: certificate, key }
  const body = { identifier: { type: 'svc_id', value: 'COD-0000-0000-0001' }, purpose: 'customer_onboarding' }
  const answerOf = <Body>(method: 'GET' | 'POST', target: string, given?: unknown) =>
    send<Body>(credentials, signedRequest(credentials, method, target, given), identity)
  return {
    call: () => answerOf<{ error?: string }>('POST', '/v1/kyc/validations', body),
    async approvals() {
      const { status, json } = await answerOf<{ data: StatusEvent[] }>('GET', '/v1/events?limit=500')
      expect({ status, json }).toMatchObject({ status: 200 })
      return json.data
        .filter(({ type }) => type === 'application.production_status_changed')
        .map(({ data }) => data.object.approved_services)
    },
  }
}
type StatusEvent = {
  type: string
  data: { object: { approved_services: string[] }; previous_attributes: Record<string, unknown> }
}
/** The answer to a call of a service that is not approved. */
export const refused = { status: 403, json: { error: 'production_access_required' } }
