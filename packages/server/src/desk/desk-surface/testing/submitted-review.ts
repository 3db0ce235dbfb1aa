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
  { services = ['kyc_validation'], scopes = [] }: { services?: string[]; scopes?: string[] },
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
  const review = await reviewParts(owner, reviews)
  await owner.post(`${reviews}/${review}/submit`)
  return { review, application, owner: { ...owner, organization: organization.id } }
}

type Owner = Awaited<ReturnType<DeskWorld['console']['signUp']>>

/** A complete review at the address of the reviews of an application, not submitted. `covered`: what it names. */
export const reviewParts = async (owner: Owner, reviews: string, covered: object = {}): Promise<string> => {
  const { json: review } = await owner.post(reviews, { answers, ...covered })
  for (const kind of ['privacy_policy', 'terms_of_service'])
    await owner.post(`${reviews}/${review.id}/files`, {
      ...{ kind, name: `${kind}.pdf` },
      data: Buffer.from('%PDF-1.7').toString('base64'),
    })
  return review.id
}
