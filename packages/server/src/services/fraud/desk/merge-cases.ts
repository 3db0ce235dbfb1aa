import { inTransaction } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { useCase } from '../../../app/audit/index.ts'
import { type FraudCase, findCaseForUpdate } from '../case-row.ts'
import type { Act } from './acts.ts'
import { entryOf } from './case-acts.ts'
import { type CaseNamed, findNamedCase } from './case-named.ts'
import { type CaseObject, caseObject } from './case-object.ts'
import { type Desk, investigators } from './desk.ts'
import { DeskRefusal } from './desk-errors.ts'
import { personOf } from './desk-person.ts'
import { lastOf, performActsWithin, wakeAfter } from './perform-act.ts'

export type Merge = CaseNamed & { into: string; reason: string }

/**
 * Dismisses a case as the duplicate of another one. A received case passes through `under_review`: both changes have
 * their event. Only investigators see the number of the other case.
 */
export const mergeFraudCase = useCase({
  action: 'cases.merge',
  permission: { operator: investigators },
  async perform(input: Merge, desk: Desk, record, actor) {
    const person = personOf(actor)
    const { changes, recorded } = await inTransaction(desk.pool, async (client) => {
      const { duplicate, original } = await lockBoth(client, input)
      if (original.state.duplicateOf !== null)
        throw new DeskRefusal('case_is_duplicate', { duplicate_of: original.state.duplicateOf })
      const acts = actsOf(duplicate, original.caseNumber, input.reason)
      const { environment, caseId: fraudCase } = duplicate
      const done = await performActsWithin(client, person, { environment, fraudCase, acts }, desk)
      const result: CaseObject = caseObject(lastOf(done), new Date(desk.clock.now()))
      return { changes: done, recorded: await record(client, entryOf(done, person.account, desk), result) }
    })
    wakeAfter(changes, desk)
    return recorded
  },
})

/** Two merges in opposite directions lock the cases in the same order, so that the second one is refused. */
const lockBoth = async (
  client: pg.PoolClient,
  { environment, fraudCase, into }: Merge,
): Promise<{ duplicate: FraudCase; original: FraudCase }> => {
  const one = await findNamedCase(client, { environment, fraudCase })
  const other = await findNamedCase(client, { environment: one.environment, fraudCase: into })
  if (one.caseId === other.caseId) throw new DeskRefusal('duplicate_of_itself')
  const isFirst = one.caseId < other.caseId
  const first = await lock(client, isFirst ? one : other)
  const second = await lock(client, isFirst ? other : one)
  return isFirst ? { duplicate: first, original: second } : { duplicate: second, original: first }
}

const lock = async (client: pg.PoolClient, { environment, caseId }: FraudCase): Promise<FraudCase> => {
  const locked = await findCaseForUpdate(client, environment, caseId)
  if (!locked) throw new DeskRefusal('case_not_found')
  return locked
}

const actsOf = ({ state }: FraudCase, duplicateOf: string, reason: string): Act[] => [
  ...(state.status === 'received' ? [{ act: 'start' } as const] : []),
  { act: 'propose', status: 'dismissed', reason, duplicateOf },
  { act: 'accept' },
]
