import { createdApplication, newApplication, organizationId } from '@nani/contract/console'
import { Refusal } from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import Type from 'typebox'
import { homeIn } from '../../../gateway/acts/index.ts'
import { inHome } from '../../../register/register-outbox/index.ts'
import { insertApplication, mayHaveProduction } from '../applications.ts'
import { lockOrganizationInHome, memberOf } from '../membership/organization-rows.ts'
import { applicationObject, readOwnApplication } from './application-object.ts'
import { purposesInForce, requireSubscribed, scopesInForce } from './in-force.ts'
import { applicationAct, type OwnApplicationNeeds } from './needs.ts'

const maxApplications = 100_000
type New = Type.Static<typeof newApplication> & { organization_id: string }

/**
 * Creates an application in both environments: two applications that name each other, with one key set each. The key sets
 * are shown once. Both are in the database of the organization. An organization in a cell whose money an earlier release left in home gets
 * the one of the sandbox alone.
 */
export const createOwnApplication = applicationAct({
  name: 'applications.create_pair',
  sentence: { en: 'Creates an application', fr: 'Crée une application' },
  actors: { member: ['owner', 'administrator'] },
  routes: { member: 'POST /organizations/{organization_id}/applications' },
  stepUp: true,
  answers: 201,
  input: Type.Object(
    { organization_id: organizationId, ...newApplication.properties },
    { additionalProperties: false },
  ),
  output: createdApplication,
  refusals: ['value_invalid', 'state_conflict'],
  async perform({ client, actor, input, needs }) {
    const { organization_id } = input
    memberOf(actor)
    await lockOrganizationInHome(needs, client, organization_id)
    await inHome(homeIn(needs), client, (home) =>
      requireSubscribed(home, organization_id, input.scopes ?? []),
    )
    await requirePlace(client, organization_id)
    const sandbox = await insertOne(client, { ...input, environment: 'sandbox' }, needs)
    const production = (await mayHaveProduction(client, needs, organization_id))
      ? await insertOne(client, { ...input, environment: 'production' }, needs)
      : null
    if (production) await nameEachOther(client, sandbox.application_id, production.application_id)
    const objectOf = async ({ application_id, ...credentials }: typeof sandbox) => ({
      ...applicationObject(await readOwnApplication(client, { organization_id, application_id })),
      credentials,
    })
    const result = {
      ...(await objectOf(sandbox)),
      counterpart: production && (await objectOf(production)),
    }
    const { name, services, scopes, purposes, api_key } = result
    const after = { name, services, scopes, purposes, api_key, counterpart_id: result.counterpart_id }
    return { result, entry: { subject: result.id, after } }
  },
})

const nameEachOther = async (client: pg.PoolClient, ...pair: [string, string]): Promise<void> => {
  for (const [own, other] of [pair, pair.toReversed()])
    await client.query('update applications set counterpart_id = $2 where application_id = $1', [own, other])
}

const requirePlace = async (client: pg.PoolClient, organizationId: string): Promise<void> => {
  const { rows } = await client.query<{ count: number }>(
    'select count(application_id)::int as count from applications where organization_id = $1',
    [organizationId],
  )
  if ((rows[0]?.count ?? 0) >= maxApplications * 2)
    throw new Refusal('state_conflict', `The organization has ${maxApplications} applications.`)
}

const insertOne = async (
  client: pg.PoolClient,
  { organization_id, environment, ...input }: New & { environment: 'sandbox' | 'production' },
  needs: OwnApplicationNeeds,
) => {
  const { name, services = [], scopes = [], purposes = [] } = input
  const none = { environment, approved_scopes: [], approved_purposes: [] }
  const settings = {
    ...{ name, environment, services },
    scopes: scopesInForce(scopes, none),
    purposes: purposesInForce(purposes, none),
  }
  const issued = await insertApplication(client, settings, needs, organization_id)
  await client.query(
    'update applications set selected_scopes = $2, selected_purposes = $3 where application_id = $1',
    [issued.application_id, scopes, purposes],
  )
  return issued
}
