import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { consentOf } from '../22-credit-scoring/credit.ts'
import { post } from '../client/call.ts'
import { identityOf } from '../client/credentials.ts'
import { singlePath } from '../client/kyc.ts'
import type { Identifier, KycValidation } from '../client/shapes.ts'
import { fetchPlainly } from '../client/transport.ts'

const demo = inject('demo')

type Scenario = { identifier: Identifier; yields: Record<string, string> }

const list = async (): Promise<Scenario[]> => {
  const { status, body } = await fetchPlainly(`${demo.sandbox.base_url}/sandbox/scenarios`)
  expect(status).toBe(200)
  return (JSON.parse(body.toString('utf8')) as { data: Scenario[] }).data
}

test('the list is served without authentication and names every test identity of the documents', async () => {
  const values = (await list()).map(({ identifier }) => identifier.value)
  const people = [
    '0001',
    '0002',
    '0404',
    '0003',
    '0004',
    '0005',
    '0006',
    '0007',
    '0008',
    '0009',
    '0010',
    '0011',
    '0012',
    '0013',
    '0014',
    '0015',
    '0502',
    '0500',
  ]
  expect(values).toEqual(expect.arrayContaining(people.map((digits) => `COD-0000-0000-${digits}`)))
  for (const number of ['00001', '00002', '00404']) expect(values).toContain(`CD/KNG/RCCM/00-B-${number}`)
})

test('production knows no scenarios', async () => {
  const { status } = await fetchPlainly(
    `${demo.production.base_url}/sandbox/scenarios`,
    identityOf(demo.production),
  )
  expect([401, 404]).toContain(status)
})

const pathOf: Record<string, string> = {
  kyc_validation: singlePath,
  age_verification: '/v1/age/verifications',
  kyb_verification: '/v1/kyb/verifications',
  aml_screening: '/v1/aml/screenings',
  face_recognition: '/v1/face/recognitions',
  credit_scoring: '/v1/credit/scores',
}

/** Screening has one of three forms of subject, and returns a level. */
const subjectOf = (identifier: Identifier) =>
  identifier.type === 'svc_id' ? { identifier } : { business: { identifier } }

/** The text names one of the photographs that the product includes. */
const photographIn = (words: string) => {
  const [file = ''] = /examples\/faces\/\S+\.jpg/.exec(words) ?? []
  const data = readFileSync(join(import.meta.dirname, '../..', file)).toString('base64')
  return { image: { data }, reason: 'Every test identity yields what the list says' }
}

/** A score needs the consent of the person. The sandbox approves it for the person, after two seconds. */
const consentsFor = async (listed: readonly Scenario[]) => {
  const scored = listed.filter(({ yields }) => yields.credit_scoring?.startsWith('completed'))
  const given = scored.map(
    async ({ identifier }) => [identifier.value, await consentOf(demo.sandbox, identifier, 'other')] as const,
  )
  return new Map(await Promise.all(given))
}

test('every test identity yields what the list says, and the list names only services on offer', async () => {
  const listed = await list()
  const consents = await consentsFor(listed)
  for (const { identifier, yields } of listed) {
    const consent = consents.get(identifier.value) ?? null
    expect(Object.keys(yields), identifier.value).not.toEqual([])
    for (const [service, words] of Object.entries(yields)) {
      // It is no call: 23-sign-in signs these people in.
      if (service === 'sso_login') continue
      // It is a state of the network, and no call.
      if (service === 'fraud_reporting') continue
      expect(Object.keys(pathOf)).toContain(service)
      const { json } = await post<KycValidation & { error?: string; risk_level?: string }>(
        demo.sandbox,
        pathOf[service]!,
        service === 'credit_scoring'
          ? { identifier, consent, purpose: 'credit_assessment', product: 'other' }
          : {
              ...(service === 'aml_screening' ? { subject: subjectOf(identifier) } : { identifier }),
              ...(service === 'face_recognition' && photographIn(words)),
              purpose: 'customer_onboarding',
              scopes: [],
            },
      )
      expect(words.split(/[; ]/), `${service} ${identifier.value}`).toContain(
        json.error ?? json.risk_level ?? json.result ?? json.status,
      )
    }
  }
})
