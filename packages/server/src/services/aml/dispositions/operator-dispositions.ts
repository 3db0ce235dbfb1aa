import { type AmlDisposition, amlDispositionRequest, hitDispositions } from '@nani/contract'
import { type IdSource, isForCallers, Refusal, rfc3339 } from '@nani/foundation/core/index.ts'
import type { Database, Vault } from '@nani/foundation/storage/index.ts'
import Type, { type Static } from 'typebox'
import { writeAuditEntry } from '../../../app/audit/index.ts'
import { checkShape } from '../../../calls/calls/index.ts'
import { type ActNeeds, defineAct, defineReading, needsOf } from '../../../gateway/acts/index.ts'
import { findHit } from '../hits/find-hit.ts'
import type { MonitorSecrets } from '../monitor.ts'
import { decideHit, dispositionOf, listDispositions, type PlacedHit } from './dispositions.ts'

const hitInput = {
  application_id: Type.String({ maxLength: 64 }),
  screening_id: Type.String({ maxLength: 64 }),
  /** The place of the hit in its screening, from 0. */
  position: Type.String({ maxLength: 20 }),
}
const oneHit = Type.Object(hitInput, { additionalProperties: false })
type NamedHit = Static<typeof oneHit>

type HitNeeds = ActNeeds & { newId: IdSource; resultsVault: Vault; secrets: MonitorSecrets }

/** A hit that an operator names. An unknown hit and the hit of another application are both refused. */
const hitOfOperator = (
  { application_id: applicationId, screening_id: screeningId, position }: NamedHit,
  needs: HitNeeds,
): Promise<PlacedHit> => {
  // An operator reads a screening for as long as it is stored.
  const application = { applicationId, clockAheadMs: 0 }
  return findHit({ screeningId, position }, application, needs).catch((error) => {
    if (!isForCallers(error)) throw error
    throw new Refusal('hit_not_found', 'The application has no such hit.')
  })
}

/**
 * The entry of the application's audit log, which names each reader of a screening. `operator` is in the place of an API key.
 */
const auditOperator = (
  database: Database,
  { path, hit }: { path: string; hit: PlacedHit },
  { clock, newId }: Pick<HitNeeds, 'clock' | 'newId'>,
): Promise<void> =>
  writeAuditEntry(database, {
    application_id: hit.applicationId,
    at_ms: clock.now(),
    ...{ actor: 'operator', api_key: 'operator', client_address: 'local' },
    ...{ request_id: newId('req'), method: 'CLI', path, http_status: 200, error_code: null },
    ...{ service: 'aml_screening', purpose: null, scopes: null, outcome: null, subject: null },
    read_ids: [hit.screeningId],
  })

/** The current decision about a hit, with its reason. */
export const showDisposition = defineReading({
  name: 'dispositions.show',
  sentence: { en: 'Shows the decision about a hit', fr: 'Montre la décision sur une correspondance' },
  actors: { operator: ['supervisor', 'auditor'] },
  input: oneHit,
  output: Type.Unsafe<AmlDisposition>(Type.Object({})),
  needs: needsOf<HitNeeds>(),
  refusals: ['hit_not_found', 'disposition_not_found'],
  async read({ pool, input, needs }) {
    const hit = await hitOfOperator(input, needs)
    // A hit without a decision is disclosed as well, so that its reading is audited before the refusal.
    await auditOperator(pool, { path: 'dispositions show', hit }, needs)
    const decision = await dispositionOf(pool, hit, needs)
    if (!decision) throw new Refusal('disposition_not_found', 'There is no decision about this hit.')
    return decision
  },
  entry: (_, { input: { application_id, screening_id, position } }) => ({
    subject: application_id,
    after: { screening_id, position: Number(position) },
  }),
})

/** The latest decisions of an application, without their reasons. */
export const readDispositions = defineReading({
  name: 'dispositions.list',
  sentence: { en: 'Lists decisions about hits', fr: 'Liste les décisions sur les correspondances' },
  actors: { operator: ['supervisor', 'auditor'] },
  input: Type.Object(
    {
      application_id: Type.String({ maxLength: 64 }),
      limit: Type.Integer({ minimum: 0, maximum: 1_000 }),
    },
    { additionalProperties: false },
  ),
  output: Type.Array(
    Type.Object({
      disposition_id: Type.String(),
      screening_id: Type.String(),
      position: Type.Integer(),
      disposition: Type.Enum([...hitDispositions]),
      decided_at: Type.String(),
    }),
  ),
  async read({ pool, input: { application_id, limit } }) {
    const rows = await listDispositions(pool, application_id, limit)
    return rows.map((row) => ({ ...row, decided_at: rfc3339(row.decided_at.getTime()) }))
  },
})

/** An operator decides about a hit on behalf of an application. The entry contains neither the reason nor the officer. */
export const setDisposition = defineAct({
  name: 'dispositions.set',
  sentence: { en: 'Decides about a hit', fr: 'Décide d’une correspondance' },
  actors: { operator: ['supervisor'] },
  input: Type.Object(
    {
      ...hitInput,
      disposition: Type.Enum([...hitDispositions]),
      reason: Type.String(),
      officer: Type.Optional(Type.String()),
    },
    { additionalProperties: false },
  ),
  output: Type.Unsafe<AmlDisposition>(Type.Object({})),
  needs: needsOf<HitNeeds>(),
  refusals: ['hit_not_found', 'value_invalid'],
  async prepare({ input, needs }) {
    const { disposition, reason, officer } = input
    const request = { disposition, reason, ...(officer !== undefined && { officer }) }
    requireShape(request)
    return { request, hit: await hitOfOperator(input, needs) }
  },
  async perform({ client, needs, prepared: { request, hit } }) {
    const result = await decideHit(client, hit, request, needs)
    await auditOperator(client, { path: 'dispositions set', hit }, needs)
    const { applicationId, screeningId, position } = hit
    const after = { screening_id: screeningId, position, disposition: request.disposition }
    return { result, entry: { subject: applicationId, after } }
  },
})

/** The rules of a call apply to the decision of an operator as well. */
const requireShape = (request: unknown): void => {
  try {
    checkShape(amlDispositionRequest, request)
  } catch (error) {
    if (!isForCallers(error)) throw error
    throw new Refusal('value_invalid', `The ${error.context.field} ${error.context.reason}.`)
  }
}
