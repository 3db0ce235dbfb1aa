import { codeOfStep, stepAt } from '../../people/index.ts'
import type { ConsoleWorld } from './console-world.ts'
import type { SentRequest } from './killed-request.ts'

/** A request that succeeds once. `sendsOnly`: the act stores nothing but its entry. */
export type ConsoleRequest = SentRequest & { sendsOnly?: true }
export type ConsoleRequests = Record<string, () => Promise<ConsoleRequest>>

let organizations = 0
/** Two verified organizations have no RCCM in common. */
export const newRccm = (): string => `CD/KNG/RCCM/00-B-${String(++organizations).padStart(5, '0')}`
export const answersOfDossier = Object.fromEntries(
  ['purpose_description', 'legal_basis', 'data_protection_contact', 'retention', 'security_measures'].map(
    (name) => [name, 'A text'],
  ),
)
export const fileOfDossier = (kind: string) => ({
  ...{ kind, name: `${kind}.pdf` },
  data: Buffer.from('%PDF-1.7').toString('base64'),
})

/** People, organizations and objects for one request each. */
export const consoleObjects = (world: ConsoleWorld) => {
  const totp = async (secret: Buffer) => {
    // A code counts once.
    world.platform.clock.advance(30_000)
    return { totp: codeOfStep(secret, stepAt(world.platform.clock.now())) }
  }
  const bank = async () => {
    const owner = await world.signUp()
    const { json } = await owner.post('/organizations', { name: 'Banque', rccm: newRccm() })
    return { owner, path: `/organizations/${json.id}`, id: json.id }
  }
  const withMember = async () => {
    const made = await bank()
    const member = await world.signUp()
    await made.owner.post(`${made.path}/invitations`, { email: member.email, roles: ['developer'] })
    await member.post('/invitations/accept', { token: await world.newest(member.email) })
    return { ...made, member, memberPath: `${made.path}/members/${member.id}` }
  }
  const withApplication = async () => {
    const made = await bank()
    const selected = {
      name: 'Shop',
      services: ['kyc_validation'],
      scopes: [],
      purposes: ['customer_onboarding'],
    }
    const { json } = await made.owner.post(`${made.path}/applications`, selected)
    const applications = `${made.path}/applications`
    return {
      ...made,
      sandbox: `${applications}/${json.id}`,
      production: `${applications}/${json.counterpart.id}`,
    }
  }
  const withReview = async () => {
    const made = await withApplication()
    const { json } = await made.owner.post(`${made.production}/reviews`, { answers: answersOfDossier })
    return { ...made, review: `${made.production}/reviews/${json.id}`, version: json.version }
  }
  const withDossier = async () => {
    const made = await withReview()
    for (const kind of ['privacy_policy', 'terms_of_service'])
      await made.owner.post(`${made.review}/files`, fileOfDossier(kind))
    await world.database.pool.query(
      `update organizations set account_status = 'verified' where organization_id = $1`,
      [made.id],
    )
    return made
  }
  return { totp, bank, withMember, withApplication, withReview, withDossier }
}

export type ConsoleObjects = ReturnType<typeof consoleObjects>
