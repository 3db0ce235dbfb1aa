import type { Environment } from '@nani/contract'
import { Refusal } from '@nani/foundation/core/index.ts'
import { inTransaction } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import Type from 'typebox'
import { askAll, defineAct, needsOf, requireAllRead } from '../../../gateway/acts/index.ts'
import { type FraudCase, findCase, findCaseForUpdate } from '../case-row.ts'
import type { Act } from './case-act-types.ts'
import { entryOf } from './case-acts.ts'
import { type CaseNamed, caseInput, findNamedCase, namedCaseRefusals } from './case-named.ts'
import { type Desk, databasesOfCases, investigators } from './desk-needs.ts'
import { personOf } from './desk-person.ts'
import { lastOf, performActsWithin, wakeAfter } from './perform-act.ts'
import { caseObject, caseSchema } from './reading/case-object.ts'

type Merge = CaseNamed & { into: string; reason: string }

/**
 * Dismisses a case as the duplicate of another one. A received case passes through `under_review`: both changes have
 * their event. Only investigators see the number of the other case.
 */
export const mergeFraudCase = defineAct({
  name: 'cases.merge',
  routes: { operator: 'POST /cases/{fraud_case}/merge' },
  sentence: { en: 'Merges a case into another one', fr: 'Fusionne un dossier avec un autre' },
  actors: { operator: investigators },
  input: Type.Object(
    { ...caseInput, into: Type.String({ maxLength: 64 }), reason: Type.String() },
    { additionalProperties: false },
  ),
  output: caseSchema,
  needs: needsOf<Desk>(),
  refusals: [...namedCaseRefusals, 'case_is_duplicate', 'duplicate_of_itself', 'reason_required'],
  async perform({ client, input, needs: desk, actor }) {
    const person = personOf(actor)
    const changes = await withBoth(client, input, desk, ({ duplicate, original }) => {
      if (original.state.duplicateOf !== null)
        throw new Refusal('case_is_duplicate', { duplicate_of: original.state.duplicateOf })
      const acts = actsOf(duplicate, original.caseNumber, input.reason)
      const { environment, caseId: fraudCase } = duplicate
      return performActsWithin(client, person, { environment, fraudCase, acts }, desk)
    })
    return {
      result: caseObject(lastOf(changes), new Date(desk.clock.now())),
      entry: entryOf(changes, person.account, desk),
      afterCommit: () => wakeAfter(changes, desk),
    }
  },
})

type Both = { duplicate: FraudCase; original: FraudCase }

/**
 * Two merges in opposite directions lock the cases in the same order, so that the second one is refused. The original may be in another
 * database. A transaction there locks it, and writes nothing: it ends before that of the duplicate.
 */
const withBoth = async <Result>(
  client: pg.PoolClient,
  { environment, fraud_case, into }: Merge,
  desk: Desk,
  work: (both: Both) => Promise<Result>,
): Promise<Result> => {
  const one = await findNamedCase(client, { environment, fraud_case })
  const { found: other, pool } = await findOriginal(client, { environment: one.environment, into }, desk)
  if (one.caseId === other.caseId) throw new Refusal('duplicate_of_itself')
  const onOther = <Answer>(locked: (there: pg.PoolClient) => Promise<Answer>): Promise<Answer> =>
    pool === null ? locked(client) : inTransaction(pool, locked)
  if (one.caseId < other.caseId) {
    const duplicate = await lock(client, one)
    return onOther(async (there) => work({ duplicate, original: await lock(there, other) }))
  }
  return onOther(async (there) => {
    const original = await lock(there, other)
    return work({ duplicate: await lock(client, one), original })
  })
}

/** `pool`: the other database that has it. Null: that of the transaction. */
const findOriginal = async (
  client: pg.PoolClient,
  { environment, into }: { environment: Environment; into: string },
  desk: Desk,
): Promise<{ found: FraudCase; pool: pg.Pool | null }> => {
  const named = { environment, fraud_case: into }
  const others = databasesOfCases(desk).filter(({ pool }) => pool !== desk.pool)
  try {
    return { found: await findNamedCase(client, named), pool: null }
  } catch (error) {
    if (others.length === 0 || !(error instanceof Refusal) || error.code !== 'case_not_found') throw error
    const { answers, unread } = await askAll(others, async (pool) => ({
      pool,
      found: await findCase(pool, environment, into),
    }))
    const elsewhere = answers.find(({ answer }) => answer.found)?.answer
    if (elsewhere?.found) return { found: elsewhere.found, pool: elsewhere.pool }
    requireAllRead(unread)
    throw error
  }
}

const lock = async (client: pg.PoolClient, { environment, caseId }: FraudCase): Promise<FraudCase> => {
  const locked = await findCaseForUpdate(client, environment, caseId)
  if (!locked) throw new Refusal('case_not_found')
  return locked
}

const actsOf = ({ state }: FraudCase, duplicateOf: string, reason: string): Act[] => [
  ...(state.status === 'received' ? [{ act: 'start' } as const] : []),
  { act: 'propose', status: 'dismissed', reason, duplicateOf },
  { act: 'accept' },
]
