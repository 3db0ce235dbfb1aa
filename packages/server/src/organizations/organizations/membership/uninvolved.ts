import { type Actor, actorId, bareName, Refusal } from '@nani/foundation/core/index.ts'
import type { Database } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { type ActNeeds, homeIn } from '../../../gateway/acts/index.ts'
import { inHome } from '../../../register/register-outbox/index.ts'

/**
 * A reviewer whose e-mail address belongs to a member of the organization decides nothing about it or its applications
 * (spec/organizations#production-review). It is read in the transaction of the act: an invitation may be accepted meanwhile.
 */
export const requireUninvolved = async (
  client: Database,
  actor: Actor,
  organizationId: string,
): Promise<void> => {
  if (actor.kind !== 'operator') return
  const { rowCount } = await client.query(
    `select from operators o
       join member_accounts a on a.email = o.email
       join organization_members m on m.person_id = a.account_id
     where o.name_key = $1 and m.organization_id = $2`,
    [bareName(actorId(actor)), organizationId],
  )
  if ((rowCount ?? 0) > 0)
    throw new Refusal('not_permitted', 'You are a member of the organization. Another reviewer must act.')
}

/** The same in an act that may be performed in a cell. Home has the people. */
export const requireUninvolvedInHome = (
  needs: Pick<ActNeeds, 'cell'>,
  client: pg.PoolClient,
  actor: Actor,
  organizationId: string,
): Promise<void> => inHome(homeIn(needs), client, (home) => requireUninvolved(home, actor, organizationId))

/** The same for a person: the operator is neither the person nor a member of an organization of the person. */
export const requireUninvolvedWith = async (
  client: Database,
  actor: Actor,
  personId: string,
): Promise<void> => {
  if (actor.kind !== 'operator') return
  const { rowCount } = await client.query(
    `select from operators o join member_accounts a on a.email = o.email
     where o.name_key = $1 and (a.account_id = $2 or exists (
       select from organization_members own join organization_members theirs using (organization_id)
       where own.person_id = a.account_id and theirs.person_id = $2))`,
    [bareName(actorId(actor)), personId],
  )
  if ((rowCount ?? 0) > 0)
    throw new Refusal('not_permitted', 'You are the person, or a member of the same organization.', {
      next: 'Another operator must act.',
    })
}
