import { randomInt } from 'node:crypto'
import { inject } from 'vitest'
import { type CallOptions, type ErrorBody, get, post } from '../client/call.ts'
import type { Credentials } from '../client/credentials.ts'
import { sandboxPerson, until } from '../client/kyc.ts'
import { type ApplicationOptions, createApplication } from '../installation/applications.ts'

export const path = '/v1/fraud/reports'
export const aliasPath = '/v1/fraud/usurpation-reports'

/** spec/fraud#fraud-report-object. */
export type FraudReport = {
  id: string
  object: string
  livemode: boolean
  case_number: string
  status: string
  type: string
  subject: { type: string; role: string; country: string } | null
  victims: { type: string; country: string; anonymous: boolean }[]
  reporter_reference: string | null
  created_at: string
}

/** An application of its own, so that no other test sees its cases. */
export const newReporter = (options: ApplicationOptions = {}): Promise<Credentials> =>
  createApplication(inject('dataDir'), {
    services: ['fraud_reporting', 'aml_screening'],
    burst: 10_000,
    ...options,
  })

export const reportBody = (members: Record<string, unknown> = {}) => ({
  type: 'sim_swap',
  subject: { identifier: sandboxPerson('0001') },
  description: 'The number stopped working at 10:00.',
  ...members,
})

export const report = <Body = FraudReport>(
  credentials: Credentials,
  members?: Record<string, unknown>,
  options?: CallOptions,
) => post<Body>(credentials, path, reportBody(members), options)

/** The refusal of a report: its status, its code and its field. */
export const refusalOf = async (
  credentials: Credentials,
  members: Record<string, unknown>,
  target = path,
) => {
  const { status, json } = await post<ErrorBody>(credentials, target, reportBody(members))
  return [status, json.error, json.field]
}

export const readReport = async (credentials: Credentials, id: string): Promise<FraudReport> =>
  (await get<FraudReport>(credentials, `${path}/${id}`)).json

/** Once the case has this status. */
export const reached = (credentials: Credentials, id: string, status: string): Promise<FraudReport> =>
  until(
    () => readReport(credentials, id),
    (current) => current.status === status,
    { timeoutMs: 30_000 },
  )

export type FraudEvent = {
  id: string
  type: string
  livemode: boolean
  created_at: string
  data: { object: Record<string, unknown>; previous_attributes?: Record<string, unknown> }
}

/** Every event of an application, in the order in which they were sent. */
export const eventsOf = async (credentials: Credentials): Promise<FraudEvent[]> =>
  (await get<{ data: FraudEvent[] }>(credentials, '/v1/events?limit=500')).json.data

const digits = () => String(randomInt(10_000)).padStart(4, '0')

/** An identity that no citizen of the sandbox has. */
export const newSvcId = () => `COD-${digits()}-${digits()}-${digits()}`

export const bySvcId = (value: string) => ({ identifier: { type: 'svc_id', value } })
