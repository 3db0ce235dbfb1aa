import type { SecondPersonRules } from '@nani/foundation/core/index.ts'
import { actsWithNeeds } from '../../gateway/acts/index.ts'
import type { PeopleNeeds } from '../../organizations/people/index.ts'
import type { RegisterOutbox } from '../../register/register-outbox/index.ts'

/** What the acts about operators need. Commands have it too. */
export type OperatorNeeds = Pick<
  PeopleNeeds,
  'pool' | 'clock' | 'subjectKey' | 'alongside' | 'realm' | 'random' | 'newId' | 'origin'
> & {
  rules: SecondPersonRules
  /** Absent: the register is in the database of home. */
  registerOutbox?: RegisterOutbox
}

/** A recovery is reported by mail. */
export type RecoveryNeeds = OperatorNeeds & Pick<PeopleNeeds, 'mail'>

/** An enrolment also opens an account and its first session. */
export type EnrolmentNeeds = RecoveryNeeds & Pick<PeopleNeeds, 'hashing'>

export const { act: operatorAct, reading: operatorReading } = actsWithNeeds<OperatorNeeds>()
export const { act: recoveryAct } = actsWithNeeds<RecoveryNeeds>()
export const { act: enrolmentAct } = actsWithNeeds<EnrolmentNeeds>()
