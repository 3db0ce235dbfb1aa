import { writeAct } from '../../../audit/index.ts'
import type { Platform } from '../../../platform/index.ts'

/** Records in the audit log that one person may decide alone (spec/fraud#two-people). */
export const recordOnePersonRule = ({ pool, clock }: Pick<Platform, 'pool' | 'clock'>): Promise<void> =>
  writeAct(pool, {
    actor: { kind: 'system', task: 'start' },
    action: 'cases.one_person_allowed',
    subject: 'NANI_FRAUD_TWO_PEOPLE',
    atMs: clock.now(),
    after: { two_people: false },
  })
