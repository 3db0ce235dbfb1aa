import { scopes as allScopes, type Scope } from '@nani/contract'
import { organizationId, subscriptions, subscriptionsChange } from '@nani/contract/console'
import { memberRoles } from '@nani/foundation/core/index.ts'
import type { Database } from '@nani/foundation/storage/index.ts'
import Type from 'typebox'
import { cellOf, noPlaces, requireVersion, versionInput } from '../../../gateway/acts/index.ts'
import { endScopes, removeScopes, stillEnding } from './ended-subscriptions.ts'
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
 * scope is subscribed again, it needs a further review (spec/organizations#extent-of-an-approval). Applications in a cell lose the scope
 * directly after the commit of home. If that fails, a worker repeats it. Until then the scope is not subscribed again.
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
  /** No one ends a subscription for a cell that is away. */
  prepare: ({ input: { organization_id }, needs: { places = noPlaces } }) => cellOf(places, organization_id),
  async perform({
    client,
    input: { organization_id, scopes, version },
    needs: { pool, places = noPlaces },
    nowMs,
    prepared: cell,
  }) {
    const organization = await lockOrganization(client, organization_id)
    const before = await readSubscriptions(client, organization)
    requireVersion(version, before)
    // The release before subscribes a scope again although it still ends.
    await client.query(
      `delete from ended_subscriptions e using organization_subscriptions s
       where e.organization_id = $1 and s.organization_id = $1 and s.scope = e.scope`,
      [organization_id],
    )
    await client.query(
      `with ended as (
         delete from organization_subscriptions where organization_id = $1 and scope <> all($2) returning scope
       )
       insert into ended_subscriptions (organization_id, scope, ended_at)
       select $1, scope, $3 from ended
       where exists (select from placed_organizations where organization_id = $1)`,
      [organization_id, scopes, new Date(nowMs)],
    )
    await client.query(
      `insert into organization_subscriptions (organization_id, scope, subscribed_at)
       select $1, scope, $3 from unnest($2::text[]) as wanted(scope)
       where not exists (select from ended_subscriptions e where e.organization_id = $1 and e.scope = wanted.scope)
       on conflict do nothing`,
      [organization_id, scopes, new Date(nowMs)],
    )
    const ended = before.scopes.filter((scope) => !scopes.includes(scope))
    if (ended.length > 0) await removeScopes(client, organization_id, ended)
    await client.query(
      'update organizations set subscriptions_version = subscriptions_version + 1 where organization_id = $1',
      [organization_id],
    )
    const { subscriptions_version } = organization
    const result = await readSubscriptions(client, {
      organization_id,
      subscriptions_version: subscriptions_version + 1,
    })
    if (scopes.some((scope) => !result.scopes.includes(scope))) throw stillEnding()
    return {
      result,
      entry: {
        subject: organization_id,
        before: { scopes: before.scopes },
        after: { scopes: result.scopes },
      },
      ...(cell &&
        ended.length > 0 && {
          afterCommit: () => endScopes({ pool, places }, organization_id).catch(() => {}),
        }),
    }
  },
})
