import { conformanceRun } from '@nani/contract/console'
import { memberRoles, Refusal } from '@nani/foundation/core/index.ts'
import type { Database } from '@nani/foundation/storage/index.ts'
import Type from 'typebox'
import { listOf, pageInput, readPage } from '../../gateway/acts/index.ts'
import { ownApplicationInput, requireOwnApplication } from '../organizations/index.ts'
import { conformanceAct, conformanceReading } from './needs.ts'
import { findRun, insertRun, runObject, runsPage } from './run-rows.ts'

const closed = { additionalProperties: false }
const path = '/organizations/{organization_id}/applications/{application_id}/conformance-runs' as const

type Own = { organization_id: string; application_id: string }

/** A run examines the sandbox. An application of production has the runs of its counterpart. */
const sandboxOf = async (database: Database, own: Own): Promise<string> => {
  const { application_id, environment, counterpart_id } = await requireOwnApplication(database, own)
  if (environment === 'sandbox') return application_id
  if (counterpart_id === null)
    throw new Refusal('state_conflict', 'The application has no counterpart in the sandbox.', {
      next: 'Create an application of the sandbox, and run it there.',
    })
  return counterpart_id
}

export const startConformanceRun = conformanceAct({
  name: 'conformance.start',
  sentence: { en: 'Starts a conformance run', fr: 'Lance un test de conformité' },
  actors: { member: ['owner', 'administrator', 'developer'] },
  routes: { member: `POST ${path}` },
  answers: 202,
  rateLimit: { burst: 10, refillMs: 30_000 },
  input: Type.Object(ownApplicationInput, closed),
  output: conformanceRun,
  refusals: ['application_not_found', 'state_conflict', 'too_many_attempts'],
  async perform({ client, input, needs: { newId, wake }, nowMs }) {
    const applicationId = await sandboxOf(client, input)
    const row = await insertRun(client, { applicationId, runId: newId('cfr'), nowMs })
    if (!row) throw new Refusal('state_conflict', 'Another run of the application has not ended.')
    return {
      result: runObject(row),
      entry: { subject: applicationId, after: { run: row.run_id } },
      afterCommit: wake,
    }
  },
})

export const listConformanceRuns = conformanceReading({
  name: 'conformance.list',
  sentence: { en: 'Lists the conformance runs', fr: 'Liste les tests de conformité' },
  actors: { member: memberRoles },
  routes: { member: `GET ${path}` },
  input: Type.Object({ ...ownApplicationInput, ...pageInput }, closed),
  output: listOf(conformanceRun),
  refusals: ['value_invalid', 'application_not_found', 'state_conflict'],
  async read({ pool, actor, input, needs: { cursors } }) {
    const applicationId = await sandboxOf(pool, input)
    return readPage(
      { name: 'conformance-runs', actor, input, cursors },
      {
        rows: (after, limit) => runsPage(pool, { applicationId, before: after && String(after[0]), limit }),
        positionOf: ({ run_id }) => [run_id],
        itemOf: runObject,
      },
    )
  },
})

export const readConformanceRun = conformanceReading({
  name: 'conformance.read',
  sentence: { en: 'Reads a conformance run', fr: 'Lit un test de conformité' },
  actors: { member: memberRoles },
  routes: { member: `GET ${path}/{id}` },
  input: Type.Object({ ...ownApplicationInput, id: Type.String({ minLength: 1, maxLength: 60 }) }, closed),
  output: conformanceRun,
  refusals: ['application_not_found', 'object_not_found', 'state_conflict'],
  async read({ pool, input }) {
    const row = await findRun(pool, await sandboxOf(pool, input), input.id)
    if (!row) throw new Refusal('object_not_found', 'There is no such run.')
    return runObject(row)
  },
})
