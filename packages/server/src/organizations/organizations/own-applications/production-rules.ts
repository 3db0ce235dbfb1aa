import { type Actor, Refusal } from '@nani/foundation/core/index.ts'
import type { Database } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { type ActNeeds, homeIn } from '../../../gateway/acts/index.ts'
import { defineHomeEffect, inHome } from '../../../register/register-outbox/index.ts'
import { insertMail, type Mail } from '../../mail/index.ts'
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
type Needs = Pick<ActNeeds, 'cell'> & { mail: Pick<Mail, 'write' | 'seal'>; realm: Realm }

/** A mail about an application in a cell. Home has the mails. */
export const mailCaused = defineHomeEffect('mail', insertMail)

const subjects = {
  keys: { en: 'New keys of production', fr: 'Nouvelles clés de production' },
  certificate: { en: 'A certificate of production changed', fr: 'Un certificat de production a changé' },
  webhook: { en: 'The webhook of production changed', fr: 'Le webhook de production a changé' },
} as const

/** Reports a change of production to all Owners and Administrators, in its transaction. */
export const reportToAdministrators = async (
  client: pg.PoolClient,
  { organizationId, application, what }: Change,
  { cell, mail, realm }: Needs,
): Promise<void> => {
  const people = await inHome(homeIn({ cell }), client, (home) => administrators(home, organizationId, realm))
  for (const { email, language } of people.values()) {
    const subject = subjects[what][language]
    const text = {
      en: `${subject}: application ${application}. If this was not planned, look at the acts of the organization in the console.`,
      fr: `${subject} : application ${application}. Si ce n'était pas prévu, consultez les actes de l'organisation dans la console.`,
    }[language]
    const written = { to: email, subject, text }
    if (cell) await cell.cause(client, mailCaused, mail.seal(written))
    else await mail.write(client, written)
  }
}

const administrators = async (home: Database, organizationId: string, realm: Realm) => {
  const { rows } = await home.query<{ person_id: string }>(
    `select person_id from organization_members
     where organization_id = $1 and roles && array['owner', 'administrator']`,
    [organizationId],
  )
  return namesOfPeople(
    home,
    realm,
    rows.map(({ person_id }) => person_id),
  )
}
