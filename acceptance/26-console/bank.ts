import { moveToCell } from '../installation/move-to-cell.ts'
import { naniJson } from '../installation/nani-command.ts'
import { done, joinOrganization, type Person, registerPerson, type Site } from './person.ts'

export const memberRoles = ['administrator', 'developer', 'financial_officer', 'compliance_officer'] as const
export type MemberRole = (typeof memberRoles)[number]

type KeySet = { api_key: string; secret_key: string; payload_encryption_key: string }

/** A verified organization with an application, its Owner and a member of each role. */
export type Bank = {
  organizationId: string
  name: string
  sandboxId: string
  productionId: string
  sandboxKeys: KeySet
  productionKeys: KeySet
  people: Record<'owner' | MemberRole, Person>
}

let banks = 0
/** A number of the trade register belongs to one verified organization. */
const newRccm = () => `CD/KNG/RCCM/24-B-${String((process.pid * 10 + ++banks) % 1_000_000).padStart(6, '0')}`

export const foundBank = async (site: Site, roles: readonly MemberRole[] = memberRoles): Promise<Bank> => {
  const owner = await registerPerson(site, 'Amina Kabeya')
  const name = 'Banque du Fleuve'
  const { id: organizationId } = await done(
    owner.call<{ id: string }>('POST', '/organizations', { name, rccm: newRccm() }),
  )
  await naniJson(site.dataDir, 'organizations', 'verify', organizationId, '--as', 'reviewer')
  const o = `/organizations/${organizationId}`
  const { json: subscribed } = await owner.call<{ version: number }>('GET', `${o}/subscriptions`)
  await done(
    owner.call(
      'PUT',
      `${o}/subscriptions`,
      { scopes: ['kyc.basic', 'kyc.addresses'] },
      {
        'If-Match': `"${subscribed.version}"`,
      },
    ),
  )
  const made = await done(
    owner.call<Made>('POST', `${o}/applications`, {
      ...{ name: 'Ouverture de compte', services: ['kyc_validation', 'aml_screening'] },
      ...{ scopes: ['kyc.basic', 'kyc.addresses'], purposes: ['customer_onboarding'] },
    }),
  )
  await moveToCell(site.dataDir, organizationId)
  const people = { owner } as Bank['people']
  for (const role of roles) {
    const person = await registerPerson(site, names[role], { withSecondFactor: role !== 'developer' })
    await joinOrganization(site, { owner, person, roles: [role], organizationId })
    people[role] = person
  }
  return {
    ...{ organizationId, name, people, sandboxId: made.id, productionId: made.counterpart.id },
    ...{ sandboxKeys: made.credentials, productionKeys: made.counterpart.credentials },
  }
}

type Made = { id: string; credentials: KeySet; counterpart: { id: string; credentials: KeySet } }
const names: Record<MemberRole, string> = {
  administrator: 'Jonas Ilunga',
  developer: 'Chantal Mwamba',
  financial_officer: 'Paul Tshiala',
  compliance_officer: 'Marie Ngalula',
}
