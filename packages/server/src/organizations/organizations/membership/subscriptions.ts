import { scopes as allScopes, type Scope } from '@nani/contract'
import { organizationId, subscriptions, subscriptionsChange } from '@nani/contract/console'
import { memberRoles } from '@nani/foundation/core/index.ts'
import { announceChange } from '@nani/foundation/platform/index.ts'
import type { Database } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import Type from 'typebox'
import { requireVersion, versionInput } from '../../../gateway/acts/index.ts'
import { membershipAct, membershipReading } from './needs.ts'
import { lockOrganization, readOrganizationRow } from './organization-rows.ts'

const closed = { additionalProperties: false }

const readSubscriptions = async (
  database: Database,
  organization: { organization_id: string; subscriptions_version: number },
) => {
  const { rows } = await database.query<{ scope: Scope }>(
    'select scope from organization_subscriptions where organization_id = $1',
    [organization.organization_id],
  )
  const subscribed = new Set(rows.map(({ scope }) => scope))
  return {
    object: 'subscriptions' as const,
    scopes: allScopes.filter((scope) => subscribed.has(scope)),
    version: organization.subscriptions_version,
  }
}

export const showSubscriptions = membershipReading({
  name: 'subscriptions.read',
  sentence: { en: 'Reads the subscribed scopes', fr: 'Lit les portées souscrites' },
  actors: { member: memberRoles },
  routes: { member: 'GET /organizations/{organization_id}/subscriptions' },
  input: Type.Object({ organization_id: organizationId }, closed),
  output: subscriptions,
  read: async ({ pool, input }) =>
    readSubscriptions(pool, await readOrganizationRow(pool, input.organization_id)),
})

/**
 * Ending a subscription removes the scope from every application of the organization, and from what a review approved. Where the
 * scope is subscribed again, it needs a further review (spec/organizations#extent-of-an-approval).
 */
export const changeSubscriptions = membershipAct({
  name: 'subscriptions.change',
  sentence: { en: 'Changes the subscribed scopes', fr: 'Modifie les portées souscrites' },
  actors: { member: ['owner', 'administrator'] },
  routes: { member: 'PUT /organizations/{organization_id}/subscriptions' },
  input: Type.Object(
    { organization_id: organizationId, ...subscriptionsChange.properties, version: versionInput },
    closed,
  ),
  output: subscriptions,
  refusals: ['value_invalid', 'changed_meanwhile'],
  async perform({ client, input: { organization_id, scopes, version }, nowMs }) {
    const organization = await lockOrganization(client, organization_id)
    const before = await readSubscriptions(client, organization)
    requireVersion(version, before)
    await client.query(
      'delete from organization_subscriptions where organization_id = $1 and scope <> all($2)',
      [organization_id, scopes],
    )
    await client.query(
      `insert into organization_subscriptions (organization_id, scope, subscribed_at)
       select $1, unnest($2::text[]), $3 on conflict do nothing`,
      [organization_id, scopes, new Date(nowMs)],
    )
    const ended = before.scopes.filter((scope) => !scopes.includes(scope))
    if (ended.length > 0) await removeFromApplications(client, organization_id, ended)
    await client.query(
      'update organizations set subscriptions_version = subscriptions_version + 1 where organization_id = $1',
      [organization_id],
    )
    const { subscriptions_version } = organization
    const result = await readSubscriptions(client, {
      organization_id,
      subscriptions_version: subscriptions_version + 1,
    })
    return {
      result,
      entry: {
        subject: organization_id,
        before: { scopes: before.scopes },
        after: { scopes: result.scopes },
      },
    }
  },
})

const without = (column: string) =>
  `array(select scope from unnest(${column}) with ordinality as one(scope, place) where scope <> all($2) order by place)`

const removeFromApplications = async (
  client: pg.PoolClient,
  organizationId: string,
  ended: readonly Scope[],
): Promise<void> => {
  const { rows } = await client.query<{ application_id: string }>(
    `update applications set scopes = ${without('scopes')}, version = version + 1,
       selected_scopes = ${without('coalesce(selected_scopes, scopes)')}, approved_scopes = ${without('approved_scopes')}
     where organization_id = $1 and (scopes && $2 or selected_scopes && $2 or approved_scopes && $2)
     returning application_id`,
    [organizationId, ended],
  )
  for (const { application_id } of rows) await announceChange(client, application_id)
}
