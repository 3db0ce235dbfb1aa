import type { OperatorRole } from '@nani/foundation/core/index.ts'
import { inTransaction } from '@nani/foundation/storage/index.ts'
import { type ActEntry, type UseCase, useCase } from '../../../app/audit/index.ts'
import type { FraudCase } from '../case-row.ts'
import type { Outcome } from '../case-states.ts'
import { type VictimName, victimAtPlace } from '../listing-choice.ts'
import { type Act, type ObjectionDecision, priorities } from './acts.ts'
import { type CaseNamed, findNamedCase } from './case-named.ts'
import { type CaseObject, caseObject } from './case-object.ts'
import { type Desk, investigators } from './desk.ts'
import { DeskRefusal } from './desk-errors.ts'
import { personOf } from './desk-person.ts'
import { type CaseChange, lastOf, performActsWithin, wakeAfter } from './perform-act.ts'

type CaseAct<Input> = UseCase<CaseNamed & Input, Desk, CaseObject>

/** One act on one case: its change and its audit entry are one transaction. */
const caseAct = <Input extends object>(
  action: string,
  operator: readonly OperatorRole[],
  actOf: (input: Input) => Act,
): CaseAct<Input> =>
  useCase({
    action,
    permission: { operator },
    async perform(input: CaseNamed & Input, desk: Desk, record, actor) {
      const person = personOf(actor)
      const { environment, caseId: fraudCase } = await findNamedCase(desk.pool, input)
      const { changes, recorded } = await inTransaction(desk.pool, async (client) => {
        const done = await performActsWithin(
          client,
          person,
          { environment, fraudCase, acts: [actOf(input)] },
          desk,
        )
        const result = caseObject(lastOf(done), new Date(desk.clock.now()))
        return { changes: done, recorded: await record(client, entryOf(done, person.account, desk), result) }
      })
      wakeAfter(changes, desk)
      return recorded
    },
  })

/** The entry of acts in the audit log: the parts of the case that they may change, and the account. */
export const entryOf = (
  changes: readonly CaseChange[],
  account: string,
  { rules }: Pick<Desk, 'rules'>,
): ActEntry => {
  const [first] = changes
  const last = lastOf(changes)
  return {
    subject: last.caseNumber,
    before: first ? partsOf(first.before) : null,
    after: { ...partsOf(last), account, two_people: rules.twoPeople },
  }
}

const partsOf = ({ environment, state }: FraudCase): Record<string, unknown> => ({
  environment,
  status: state.status,
  assignee: state.assignee,
  priority: state.priority,
  proposal: state.proposal,
  duplicate_of: state.duplicateOf,
  listed_victims: state.choice?.victims.map(victimAtPlace) ?? null,
  despite_mismatch: state.choice?.despiteMismatch ?? false,
  objection: state.objection,
  false_report: state.falseReport,
})

/** Moves a received case to `under_review`. A case without an assignee gets the actor. */
export const startFraudCase = caseAct('cases.start', investigators, () => ({ act: 'start' }))

/** Makes the actor the assignee. */
export const claimFraudCase = caseAct('cases.claim', investigators, () => ({ act: 'claim' }))

export const assignFraudCase = caseAct('cases.assign', investigators, ({ to }: { to: string }) => ({
  act: 'assign',
  to,
}))

export const prioritiseFraudCase = caseAct(
  'cases.priority',
  investigators,
  ({ priority }: { priority: number }) => {
    const allowed = Array.from(
      { length: priorities.most - priorities.least + 1 },
      (_, at) => at + priorities.least,
    )
    if (!allowed.includes(priority)) throw new DeskRefusal('value_invalid', { field: 'priority', allowed })
    return { act: 'prioritise', priority }
  },
)

export const noteFraudCase = caseAct('cases.note', investigators, ({ text }: { text: string }) => ({
  act: 'note',
  text,
}))

/** Records a contact with the reporter. */
export const contactReporter = caseAct('cases.contact', investigators, ({ text }: { text: string }) => ({
  act: 'contact',
  text,
}))

export type Proposal = {
  status: Outcome
  reason: string
  /** The victims that the network would list. Absent: none. */
  victims?: 'all' | readonly VictimName[] | undefined
  /** Why the case is right although a party does not match the register. */
  despiteMismatch?: string | undefined
}

export const proposeDecision = caseAct(
  'cases.propose',
  investigators,
  ({ status, reason, victims, despiteMismatch }: Proposal) => ({
    act: 'propose',
    ...{ status, reason, victims, despiteMismatch },
  }),
)

export type Decision = {
  decision: 'accept' | 'reject'
  reason?: string | undefined
  despiteMismatch?: string | undefined
}

/** Accepts or rejects the proposed decision (spec/fraud#two-people). */
export const decideProposal = caseAct(
  'cases.decide',
  investigators,
  ({ decision, reason, despiteMismatch }: Decision) =>
    decision === 'accept'
      ? { act: 'accept', despiteMismatch }
      : { act: 'reject', ...(reason !== undefined && { reason }) },
)

/** Records that a person says the case is wrong (spec/fraud#objections). */
export const recordObjection = caseAct(
  'cases.objection',
  investigators,
  ({ reason }: { reason: string }) => ({
    act: 'objection',
    reason,
  }),
)

/** Two people who decided nothing about the case before decide about the objection. */
export const decideObjection = caseAct(
  'cases.decide_objection',
  ['supervisor'],
  ({ decision, reason }: { decision: ObjectionDecision; reason: string }) => ({
    act: 'decide_objection',
    ...{ decision, reason },
  }),
)

/** Returns a decided case to `under_review`. The network changes in the same transaction. */
export const reopenFraudCase = caseAct('cases.reopen', ['supervisor'], ({ reason }: { reason: string }) => ({
  act: 'reopen',
  reason,
}))
