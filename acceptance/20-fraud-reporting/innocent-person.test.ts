import { expect, test } from 'vitest'
import { screen } from '../15-aml-screening/screening.ts'
import type { Credentials } from '../client/credentials.ts'
import { sandboxPerson } from '../client/kyc.ts'
import { bySvcId, newReporter, newSvcId, reached, report } from './report.ts'

/** spec/sandbox#test-identities: as `GET /sandbox/scenarios` lists them. */
const guilty = { full_name: 'Kabeya Ilunga Jean-Pierre', date_of_birth: '1988-07-21', nationality: 'COD' }
const innocent = { full_name: 'Nzuzi Matondo Clarisse', date_of_birth: '1983-04-17', nationality: 'COD' }

const confirmedReport = async (application: Credentials, subject: Record<string, unknown>) => {
  const { json, status } = await report(application, {
    type: 'document_forgery',
    subject: { ...subject, role: 'suspect' },
  })
  expect(status).toBe(200)
  await reached(application, json.id, 'confirmed')
  return json.case_number
}
const hitsOf = async (application: Credentials, subject: unknown) =>
  (await screen(application, subject)).json.hits.flatMap(({ fraud_case }) => fraud_case?.case_number ?? [])

test.concurrent('a report with the number of one citizen and the name of another lists the citizen of the number alone', async () => {
  const application = await newReporter()
  const number = await confirmedReport(application, { identifier: sandboxPerson('0001'), ...innocent })
  expect(await hitsOf(application, innocent)).toEqual([])
  expect(await hitsOf(application, guilty)).toEqual([number])
  expect(await hitsOf(application, { identifier: sandboxPerson('0001') })).toEqual([number])
})

test.concurrent('a name next to a number that no one has is not listed, and the number is', async () => {
  const application = await newReporter()
  const svcId = newSvcId()
  const number = await confirmedReport(application, { ...bySvcId(svcId), ...innocent })
  expect(await hitsOf(application, innocent)).toEqual([])
  expect(await hitsOf(application, bySvcId(svcId))).toEqual([number])
})

test.concurrent('the fourth report of an application about one subject is refused until the UTC day ends', async () => {
  const application = await newReporter()
  const subject = { ...bySvcId(newSvcId()), role: 'suspect' }
  const statuses: number[] = []
  for (let at = 0; at < 3; at++) statuses.push((await report(application, { subject })).status)
  const { status, json } = await report<Record<string, unknown>>(application, { subject })
  expect([...statuses, status, json.error]).toEqual([200, 200, 200, 429, 'rate_limited'])
  expect(json.retry_after).toBeGreaterThan(0)
  expect(json.retry_after).toBeLessThanOrEqual(86_400)
})
