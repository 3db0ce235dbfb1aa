import { Refusal } from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import Type from 'typebox'
import { defineAct, needsOf } from '../../../gateway/acts/index.ts'
import { type FraudCase, findCaseForUpdate } from '../case-row.ts'
import type { Act } from './case-act-types.ts'
import { entryOf } from './case-acts.ts'
import { type CaseNamed, caseInput, findNamedCase } from './case-named.ts'
import { type Desk, investigators } from './desk-needs.ts'
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
  refusals: [
    'case_not_found',
    'case_ambiguous',
    'case_is_duplicate',
    'duplicate_of_itself',
    'reason_required',
  ],
  async perform({ client, input, needs: desk, actor }) {
    const person = personOf(actor)
    const { duplicate, original } = await lockBoth(client, input)
    if (original.state.duplicateOf !== null)
      throw new Refusal('case_is_duplicate', { duplicate_of: original.state.duplicateOf })
    const acts = actsOf(duplicate, original.caseNumber, input.reason)
    const { environment, caseId: fraudCase } = duplicate
    const changes = await performActsWithin(client, person, { environment, fraudCase, acts }, desk)
    return {
      result: caseObject(lastOf(changes), new Date(desk.clock.now())),
      entry: entryOf(changes, person.account, desk),
      afterCommit: () => wakeAfter(changes, desk),
    }
  },
})

/** Two merges in opposite directions lock the cases in the same order, so that the second one is refused. */
const lockBoth = async (
  client: pg.PoolClient,
  { environment, fraud_case, into }: Merge,
): Promise<{ duplicate: FraudCase; original: FraudCase }> => {
  const one = await findNamedCase(client, { environment, fraud_case })
  const other = await findNamedCase(client, { environment: one.environment, fraud_case: into })
  if (one.caseId === other.caseId) throw new Refusal('duplicate_of_itself')
  const isFirst = one.caseId < other.caseId
  const first = await lock(client, isFirst ? one : other)
  const second = await lock(client, isFirst ? other : one)
  return isFirst ? { duplicate: first, original: second } : { duplicate: second, original: first }
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
