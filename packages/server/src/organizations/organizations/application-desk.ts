import { Refusal } from '@nani/foundation/core/index.ts'
import { announceChange } from '@nani/foundation/platform/index.ts'
import type pg from 'pg'
import Type from 'typebox'
import { actsWithNeeds, fileResult, reasonOfOperator as reason } from '../../gateway/acts/index.ts'
import { lockApplication } from './applications.ts'
import { requireUninvolvedInHome } from './membership/uninvolved.ts'
import type { SuspensionPlatform } from './suspend-service.ts'

const { act, reading } = actsWithNeeds<SuspensionPlatform>()
const closed = { additionalProperties: false }
const application_id = Type.String({ minLength: 1, maxLength: 60 })
const textOrNull = Type.Union([Type.String(), Type.Null()])

/** An application as the desk's acts return it. */
export const deskApplication = Type.Object({
  object: Type.Literal('application'),
  id: Type.String(),
  name: Type.String(),
  proposed_name: textOrNull,
  production_status: textOrNull,
  approved_services: Type.Array(Type.String()),
  suspended_services: Type.Array(Type.String()),
})
type DeskApplication = Type.Static<typeof deskApplication>
type Row = Omit<DeskApplication, 'object' | 'id'> & { organization_id: string }

/** The same with its organization, which the answer does not name. */
export const readDeskApplication = async (
  client: pg.PoolClient,
  id: string,
): Promise<DeskApplication & { organizationId: string }> => {
  const { rows } = await client.query<Row>(
    `select name, proposed_name, production_status, approved_services, suspended_services, organization_id
     from applications where application_id = $1`,
    [id],
  )
  if (!rows[0]) throw new Refusal('application_not_found', 'There is no such application.')
  const { organization_id: organizationId, ...row } = rows[0]
  return { ...{ object: 'application' as const, id }, ...row, organizationId }
}

/** The picture that waits, as the server drew it. A hash that waits no more is missing, so that no one judges another one. */
export const readProposedLogo = reading({
  name: 'applications.read_proposed_logo',
  sentence: { en: 'Shows the logo that waits for a decision', fr: 'Montre le logo en attente de décision' },
  actors: { operator: ['reviewer', 'auditor', 'supervisor'] },
  routes: { operator: 'GET /applications/{application_id}/proposed-logo' },
  input: Type.Object({ application_id, hash: Type.String({ pattern: '^[0-9a-f]{64}$' }) }, closed),
  output: fileResult,
  refusals: ['object_not_found'],
  async read({ pool, input }) {
    const { rows } = await pool.query<{ proposed_logo: Buffer }>(
      'select proposed_logo from applications where application_id = $1 and proposed_logo_hash = $2',
      [input.application_id, input.hash],
    )
    if (!rows[0]) throw new Refusal('object_not_found', 'No such logo waits for a decision.')
    return {
      ...{ file_name: 'logo.png', content_type: 'image/png', content: rows[0].proposed_logo },
      sha256: input.hash,
    }
  },
})

type Seen = { proposed_name?: string | null; proposed_logo_hash?: string | null }

/** An organization may replace its proposal while an operator reads it. */
const requireSeen = async (client: pg.PoolClient, current: DeskApplication, seen: Seen): Promise<void> => {
  const { rows } = await client.query<Required<Seen>>(
    'select proposed_name, proposed_logo_hash from applications where application_id = $1',
    [current.id],
  )
  const waiting = rows[0]
  const differs = ({ proposed_name, proposed_logo_hash }: Seen) =>
    (proposed_name !== undefined && proposed_name !== waiting?.proposed_name) ||
    (proposed_logo_hash !== undefined && proposed_logo_hash !== waiting?.proposed_logo_hash)
  if (differs(seen))
    throw new Refusal('changed_meanwhile', 'Another name or logo waits now. Read it before you decide.', {
      context: { current: { ...current, ...waiting } },
    })
}

/** A new name or logo is shown only after an operator accepted it (spec/organizations#production-review). */
export const decideApplicationName = act({
  name: 'applications.decide_name',
  sentence: { en: 'Decides a new name or logo', fr: 'Tranche un nouveau nom ou logo' },
  actors: { operator: ['reviewer', 'supervisor'] },
  routes: { operator: 'POST /applications/{application_id}/name' },
  input: Type.Object(
    {
      ...{ application_id, accept: Type.Boolean(), reason: Type.Optional(reason) },
      /** What the person saw. The decision is refused where something else waits. Absent: it is not compared. */
      ...{ proposed_name: Type.Optional(textOrNull), proposed_logo_hash: Type.Optional(textOrNull) },
    },
    closed,
  ),
  output: deskApplication,
  refusals: ['application_not_found', 'state_conflict', 'changed_meanwhile', 'not_permitted'],
  async perform({
    client,
    actor,
    input: { application_id: id, accept, reason: why = null, ...seen },
    needs,
  }) {
    await lockApplication(client, id)
    const { organizationId, ...before } = await readDeskApplication(client, id)
    await requireUninvolvedInHome(needs, client, actor, organizationId)
    await requireSeen(client, before, seen)
    const { rowCount } = await client.query(
      `update applications set version = version + 1,
         name = case when $2 then coalesce(proposed_name, name) else name end, proposed_name = null,
         logo = case when $2 then coalesce(proposed_logo, logo) else logo end,
         logo_hash = case when $2 then coalesce(proposed_logo_hash, logo_hash) else logo_hash end,
         proposed_logo = null, proposed_logo_hash = null, proposed_at = null
       where application_id = $1 and (proposed_name is not null or proposed_logo is not null)`,
      [id, accept],
    )
    if (rowCount === 0) throw new Refusal('state_conflict', 'No new name or logo waits for a decision.')
    await announceChange(client, id)
    const { organizationId: _, ...after } = await readDeskApplication(client, id)
    return {
      result: after,
      entry: {
        ...{ subject: id, organizationId },
        before: { name: before.name, proposed_name: before.proposed_name },
        after: { name: after.name, accept, reason: why },
      },
    }
  },
})
