import { inject } from 'vitest'
import { done, type Person } from '../26-console/person.ts'
import { moveToCell } from '../installation/move-to-cell.ts'

const questions = [
  ...['purpose_description', 'legal_basis', 'data_protection_contact', 'retention', 'security_measures'],
  'sensitive_data_necessity',
]

type KeySet = { api_key: string; secret_key: string; payload_encryption_key: string }

/** An application of production with the path of its API. */
export type Submitted = { id: string; path: string; keys: KeySet }

/** Makes an application of production with sensitive data, and submits its review. */
export const submitReview = async (
  owner: Person,
  organizationId: string,
  name: string,
): Promise<Submitted> => {
  const { call } = owner
  const o = `/organizations/${organizationId}`
  const scopes = ['kyc.basic', 'kyc.religion']
  const { version } = await done(call<{ version: number }>('GET', `${o}/subscriptions`))
  await done(call('PUT', `${o}/subscriptions`, { scopes }, { 'If-Match': `"${version}"` }))
  const services = ['kyc_validation', 'aml_screening']
  const selected = { name, services, scopes, purposes: ['customer_onboarding'] }
  const { counterpart } = await done(
    call<{ counterpart: { id: string; credentials: KeySet } }>('POST', `${o}/applications`, selected),
  )
  const { id, credentials: keys } = counterpart
  await moveToCell(inject('dataDir'), organizationId)
  const path = `${o}/applications/${id}`
  await submitDossier(owner, path)
  return { id, path, keys }
}

/** Submits a complete review of the application at a path. */
export const submitDossier = async ({ call }: Person, path: string): Promise<string> => {
  const answers = Object.fromEntries(questions.map((question) => [question, 'Un texte']))
  const begun = await done(call<{ id: string }>('POST', `${path}/reviews`, { answers }))
  const data = Buffer.from('%PDF-1.7').toString('base64')
  for (const kind of ['privacy_policy', 'terms_of_service'])
    await done(call('POST', `${path}/reviews/${begun.id}/files`, { kind, name: `${kind}.pdf`, data }))
  await done(call('POST', `${path}/reviews/${begun.id}/submit`))
  return begun.id
}
