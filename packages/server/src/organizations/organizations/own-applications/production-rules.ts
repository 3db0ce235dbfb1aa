import { type Actor, Refusal } from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import type { Mail } from '../../mail/index.ts'
import { namesOfPeople, type Realm } from '../../people/index.ts'
import { memberOf } from '../membership/organization-rows.ts'

type Environment = { environment: 'sandbox' | 'production' }

/** A Developer acts on production with a second factor only (spec/organizations#people). */
export const requireFactorForProduction = (actor: Actor, { environment }: Environment): void => {
  const { secondFactorAtMs } = memberOf(actor)
  if (environment === 'production' && typeof secondFactorAtMs !== 'number')
    throw new Refusal('second_factor_required', 'An act on production needs a second factor.')
}

/** Keys and certificates of production are for Owners and Administrators (spec/organizations#roles). */
export const requireRightOnCredentials = (actor: Actor, { environment }: Environment): void => {
  const { roles } = memberOf(actor)
  if (environment === 'production' && !roles.includes('owner') && !roles.includes('administrator'))
    throw new Refusal('not_permitted', 'Your roles do not permit keys and certificates of production.', {
      context: { roles: ['owner', 'administrator'] },
    })
}

type Change = { organizationId: string; application: string; what: 'keys' | 'certificate' | 'webhook' }
type Needs = { mail: Pick<Mail, 'write'>; realm: Realm }

const subjects = {
  keys: { en: 'New keys of production', fr: 'Nouvelles clés de production' },
  certificate: { en: 'A certificate of production changed', fr: 'Un certificat de production a changé' },
  webhook: { en: 'The webhook of production changed', fr: 'Le webhook de production a changé' },
} as const

/** Reports a change of production to all Owners and Administrators, in its transaction. */
export const reportToAdministrators = async (
  client: pg.PoolClient,
  { organizationId, application, what }: Change,
  { mail, realm }: Needs,
): Promise<void> => {
  const { rows } = await client.query<{ person_id: string }>(
    `select person_id from organization_members
     where organization_id = $1 and roles && array['owner', 'administrator']`,
    [organizationId],
  )
  const people = await namesOfPeople(
    client,
    realm,
    rows.map(({ person_id }) => person_id),
  )
  for (const { email, language } of people.values()) {
    const subject = subjects[what][language]
    const text = {
      en: `${subject}: application ${application}. If this was not planned, look at the acts of the organization in the console.`,
      fr: `${subject} : application ${application}. Si ce n'était pas prévu, consultez les actes de l'organisation dans la console.`,
    }[language]
    await mail.write(client, { to: email, subject, text })
  }
}
