import { done, type Person } from '../26-console/person.ts'

const questions = [
  ...['purpose_description', 'legal_basis', 'data_protection_contact', 'retention', 'security_measures'],
  'sensitive_data_necessity',
]

/** Makes an application of production with sensitive data, and submits its review. Returns the path of the application. */
export const submitReview = async (owner: Person, organizationId: string, name: string): Promise<string> => {
  const { call } = owner
  const o = `/organizations/${organizationId}`
  const scopes = ['kyc.basic', 'kyc.religion']
  const { version } = await done(call<{ version: number }>('GET', `${o}/subscriptions`))
  await done(call('PUT', `${o}/subscriptions`, { scopes }, { 'If-Match': `"${version}"` }))
  const selected = { name, services: ['kyc_validation'], scopes, purposes: ['customer_onboarding'] }
  const made = await done(call<{ counterpart: { id: string } }>('POST', `${o}/applications`, selected))
  const path = `${o}/applications/${made.counterpart.id}`
  const answers = Object.fromEntries(questions.map((question) => [question, 'Un texte']))
  const begun = await done(call<{ id: string }>('POST', `${path}/reviews`, { answers }))
  const data = Buffer.from('%PDF-1.7').toString('base64')
  for (const kind of ['privacy_policy', 'terms_of_service'])
    await done(call('POST', `${path}/reviews/${begun.id}/files`, { kind, name: `${kind}.pdf`, data }))
  await done(call('POST', `${path}/reviews/${begun.id}/submit`))
  return path
}
