import type { DeskPerson, DeskWorld } from './desk-world.ts'

const answers = Object.fromEntries(
  [
    ...['purpose_description', 'legal_basis', 'data_protection_contact', 'retention', 'security_measures'],
    'sensitive_data_necessity',
  ].map((name) => [name, 'A text']),
)
let made = 0

/** An organization that a reviewer verified, with a complete review that it submitted. */
export const submittedReview = async (
  world: DeskWorld,
  reviewer: DeskPerson,
  { services = ['kyc_validation'], scopes = [] as string[] },
) => {
  const owner = await world.console.signUp()
  const rccm = `CD/KNG/RCCM/00-B-${String(40_000 + ++made)}`
  const { json: organization } = await owner.post('/organizations', { name: `Banque ${made}`, rccm })
  await reviewer.post(`/organizations/${organization.id}/verify`)
  const path = `/organizations/${organization.id}`
  const { json: subscribed } = await owner.get(`${path}/subscriptions`)
  await owner.put(`${path}/subscriptions`, { scopes }, subscribed.version)
  const selected = { name: 'Shop', services, scopes, purposes: ['customer_onboarding'] }
  const { json } = await owner.post(`${path}/applications`, selected)
  const application = json.counterpart.id
  const reviews = `${path}/applications/${application}/reviews`
  const { json: review } = await owner.post(reviews, { answers })
  for (const kind of ['privacy_policy', 'terms_of_service'])
    await owner.post(`${reviews}/${review.id}/files`, {
      ...{ kind, name: `${kind}.pdf` },
      data: Buffer.from('%PDF-1.7').toString('base64'),
    })
  await owner.post(`${reviews}/${review.id}/submit`)
  return { review: review.id, application, owner: { ...owner, organization: organization.id } }
}
