import { createHash } from 'node:crypto'
import { application, applicationChange, logoChange } from '@nani/contract/console'
import { addressList, Refusal } from '@nani/foundation/core/index.ts'
import { announceChange } from '@nani/foundation/platform/index.ts'
import type pg from 'pg'
import Type from 'typebox'
import { homeIn, requireVersion, versionInput } from '../../../gateway/acts/index.ts'
import { inHome } from '../../../register/register-outbox/index.ts'
import { maxLogoFileBytes } from '../logo.ts'
import { lockOrganizationInHome } from '../membership/organization-rows.ts'
import { redirectUris } from '../redirect-uris.ts'
import {
  applicationObject,
  lockOwnApplication,
  type OwnApplicationRow,
  readOwnApplication,
} from './application-object.ts'
import { purposesInForce, requireSubscribed, scopesInForce } from './in-force.ts'
import { applicationAct } from './needs.ts'
import { requireFactorForProduction } from './production-rules.ts'
import { ownApplicationInput } from './read-applications.ts'

const closed = { additionalProperties: false }
type Change = Type.Static<typeof applicationChange>

/** What was approved is shown until an operator accepts another name or picture. */
const isApproved = ({ environment, approved_services }: OwnApplicationRow): boolean =>
  environment === 'production' && approved_services.length > 0

export const updateOwnApplication = applicationAct({
  name: 'applications.update_own',
  sentence: { en: 'Changes an application', fr: 'Modifie une application' },
  actors: { member: ['owner', 'administrator'] },
  routes: { member: 'PATCH /organizations/{organization_id}/applications/{application_id}' },
  input: Type.Object(
    { ...ownApplicationInput, ...applicationChange.properties, version: versionInput },
    { ...closed, minProperties: 4 },
  ),
  output: application,
  refusals: ['value_invalid', 'application_not_found', 'changed_meanwhile'],
  async perform({ client, actor, input, needs, nowMs }) {
    const { organization_id, application_id, version, ...change } = input
    if (change.scopes) await lockOrganizationInHome(needs, client, organization_id)
    const before = await lockOwnApplication(client, input)
    requireVersion(version, applicationObject(before))
    requireFactorForProduction(actor, before)
    const added = change.scopes ? addedScopes(before, change.scopes) : []
    if (added.length > 0)
      await inHome(homeIn(needs), client, (home) => requireSubscribed(home, organization_id, added))
    await writeChange(client, before, { change, nowMs })
    await announceChange(client, application_id)
    const result = applicationObject(await readOwnApplication(client, input))
    const changed = Object.keys(change) as (keyof Change)[]
    const pick = (from: Change) => Object.fromEntries(changed.map((name) => [name, from[name]]))
    const entry = { subject: application_id, before: pick(applicationObject(before)), after: pick(change) }
    return { result, entry }
  },
})

/**
 * A name and a logo wait since the first of them that still waits. Alone, another value waits since now, and the same value as before
 * does not.
 */
const waitsSinceNow = (proposed: string | null | undefined, same: string | null, other: string | null) =>
  other === null && proposed !== same

/** A scope that was selected before its subscription was asked for stays. */
const addedScopes = ({ selected_scopes, scopes }: OwnApplicationRow, wanted: NonNullable<Change['scopes']>) =>
  wanted.filter((scope) => !(selected_scopes ?? scopes).includes(scope))

const writeChange = async (
  client: pg.PoolClient,
  before: OwnApplicationRow,
  { change, nowMs }: { change: Change; nowMs: number },
): Promise<void> => {
  const scopes = change.scopes ?? before.selected_scopes ?? before.scopes
  const purposes = change.purposes ?? before.selected_purposes ?? before.purposes
  const proposes = isApproved(before) && change.name !== undefined && change.name !== before.name
  const isNew = proposes && waitsSinceNow(change.name, before.proposed_name, before.proposed_logo_hash)
  const addresses = change.ip_allowlist ?? before.ip_allowlist
  inField('ip_allowlist', () => addressList(addresses))
  const redirects = change.redirect_uris ?? before.redirect_uris
  await client.query(
    `update applications set name = $2, proposed_name = $3, services = $4, scopes = $5, purposes = $6,
       selected_scopes = $7, selected_purposes = $8, ip_allowlist = $9, redirect_uris = $10, quotas = $11,
       proposed_at = coalesce($12, proposed_at), version = version + 1
     where application_id = $1`,
    [
      ...[before.application_id, proposes ? before.name : (change.name ?? before.name)],
      ...[proposes ? change.name : change.name === undefined ? before.proposed_name : null],
      ...[
        change.services ?? before.services,
        scopesInForce(scopes, before),
        purposesInForce(purposes, before),
      ],
      ...[scopes, purposes, addresses],
      inField('redirect_uris', () => redirectUris(redirects, before.environment)),
      JSON.stringify(loweredQuotas(before.quotas, change.quotas ?? {})),
      isNew ? new Date(nowMs) : null,
    ],
  )
}

type Quotas = OwnApplicationRow['quotas']

/** An organization lowers its own quotas. Only an operator raises one. */
const loweredQuotas = (before: Quotas, given: Quotas): Quotas => {
  for (const [service, quota] of Object.entries(given)) {
    const current = before[service as keyof Quotas]
    if (current && (quota.period !== current.period || quota.limit > current.limit))
      throw new Refusal('value_invalid', `The quota of ${service} can be lowered, not raised.`, {
        context: { field: `quotas.${service}` },
        next: 'Ask the operator of the installation for a higher quota.',
      })
  }
  return { ...before, ...given }
}

const inField = <Result>(field: string, check: () => Result): Result => {
  try {
    return check()
  } catch (error) {
    const message = error instanceof Error ? error.message : 'The value is not allowed.'
    throw new Refusal('value_invalid', message, { context: { field } })
  }
}

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/** The bytes of a file in a body. */
export const fileBytes = (data: string, maxBytes: number): Buffer => {
  const bytes = base64.test(data) ? Buffer.from(data, 'base64') : null
  if (!bytes || bytes.length === 0 || bytes.length > maxBytes)
    throw new Refusal('value_invalid', `The file is not base64, or it has more than ${maxBytes} bytes.`, {
      context: { field: 'data' },
    })
  return bytes
}

export const bytesOfFileBody = 15 * 1024 * 1024

/** The picture is drawn again, so that nothing of the file itself is served. */
export const setOwnLogo = applicationAct({
  name: 'applications.set_own_logo',
  sentence: { en: 'Changes the logo of an application', fr: "Modifie le logo d'une application" },
  actors: { member: ['owner', 'administrator'] },
  routes: { member: 'PUT /organizations/{organization_id}/applications/{application_id}/logo' },
  maxBodyBytes: bytesOfFileBody,
  input: Type.Object({ ...ownApplicationInput, ...logoChange.properties, version: versionInput }, closed),
  output: application,
  refusals: ['value_invalid', 'application_not_found', 'application_logo_invalid', 'changed_meanwhile'],
  async prepare({ input: { data } }) {
    if (data === null) return null
    // The picture library is loaded only here: a start is faster without it.
    const { drawLogo } = await import('../logo-image.ts')
    return drawLogo(fileBytes(data, maxLogoFileBytes))
  },
  async perform({ client, actor, input, prepared: logo, nowMs }) {
    const before = await lockOwnApplication(client, input)
    requireVersion(input.version, applicationObject(before))
    requireFactorForProduction(actor, before)
    const hash = logo && createHash('sha256').update(logo).digest('hex')
    const proposes = isApproved(before) && logo !== null
    const isNew = proposes && waitsSinceNow(hash, before.proposed_logo_hash, before.proposed_name)
    const columns = proposes
      ? 'proposed_logo = $2, proposed_logo_hash = $3'
      : 'logo = $2, logo_hash = $3, proposed_logo = null, proposed_logo_hash = null'
    await client.query(
      `update applications set ${columns}, proposed_at = coalesce($4, proposed_at), version = version + 1
       where application_id = $1`,
      [input.application_id, logo, hash, isNew ? new Date(nowMs) : null],
    )
    await announceChange(client, input.application_id)
    return {
      result: applicationObject(await readOwnApplication(client, input)),
      entry: {
        subject: input.application_id,
        before: { logo_hash: before.logo_hash },
        after: { logo_hash: hash, proposed: isApproved(before) },
      },
    }
  },
})
