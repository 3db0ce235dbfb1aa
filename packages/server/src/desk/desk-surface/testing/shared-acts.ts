import type { DeskPerson, DeskWorld } from './desk-world.ts'
import { reportedCase } from './reported-case.ts'
import { submittedReview } from './submitted-review.ts'

export type Person = Pick<DeskPerson, 'post' | 'get'>
/** An act that two people share. */
export type SharedAct = {
  /** Absent: the second person sends the same as the first one. */
  propose?(by: Person): Promise<unknown>
  /** Executes it, if the person is a second one. */
  act(by: Person): Promise<unknown>
  /** Declines what waits for a second person. */
  decline(by: Person): Promise<{ status: number }>
  /** How often it was executed. */
  executed(): Promise<number>
}
const reason = 'A reason of this person.'

/** Acts of a supervisor that two people share, by the name of the act that decides. The two organizations are those of two reviews. */
export const openSharedActs = async (
  world: DeskWorld,
  first: DeskPerson,
): Promise<Record<string, SharedAct>> => {
  const countOf = async (text: string, values: unknown[]): Promise<number> =>
    (
      await world.database.pool.query<{ count: number }>(
        `select count(*)::integer as count from ${text}`,
        values,
      )
    ).rows[0]?.count ?? 0
  const executedProposals = (subject: string) => () =>
    countOf(`proposals where status = 'executed' and subject like $1 || '%'`, [subject])
  /** The open proposal about an object, by its row. */
  const declineAbout = (subject: string | null, act: string) => async (by: Person) => {
    const { rows } = await world.database.pool.query<{ proposal_id: string }>(
      `select proposal_id from proposals where status = 'proposed' and act = $2 and ($1::text is null or subject like $1 || '%')`,
      [subject, act],
    )
    return by.post(`/proposals/${rows[0]?.proposal_id}/decline`, { reason })
  }
  const declineMoney = async (by: Person) => {
    const { json } = await by.get('/billing/proposals')
    return by.post(`/billing/proposals/${json.data.at(-1)?.id}/decline`, { reason })
  }
  const enhanced = await submittedReview(world, first, { scopes: ['kyc.religion'] })
  const plain = await submittedReview(world, first, { scopes: [] })
  await first.post(`/reviews/${plain.review}/propose`, { decision: 'approve', reason })
  await first.post(`/reviews/${plain.review}/decide`, { accept: true })
  await first.post(`/applications/${plain.application}/suspend`, { services: ['kyc_validation'], reason })
  const svcId = 'COD-7700-0000-0001'
  await first.post('/citizens', {
    ...{ svc_id: svcId, certified: true, level_of_assurance: 'LOA3', gender: 'female' },
    ...{ first_name: 'Odette', last_name: 'Kalenga', date_of_birth: '1990-04-03' },
  })
  const lost = await world.enrol(['reviewer'])
  const fraudCase = await reportedCase(world, enhanced.application)
  const [accusing, dismissed] = [
    await reportedCase(world, enhanced.application),
    await reportedCase(world, enhanced.application),
  ]
  for (const id of [fraudCase, dismissed]) await first.post(`/cases/${id}/start`)
  // An objection is decided by people who decided nothing about the case before.
  const accuser = await world.enrol(['supervisor'])
  await accuser.post(`/cases/${accusing}/start`)
  await accuser.post(`/cases/${accusing}/propose`, { status: 'confirmed', reason })
  const involved = await world.enrol(['supervisor'])
  await involved.post(`/cases/${accusing}/decide`, { decision: 'accept', reason })
  await first.post(`/cases/${accusing}/objection`, { reason })
  await first.post(`/cases/${dismissed}/propose`, { status: 'dismissed', reason })
  await first.post(`/cases/${dismissed}/decide`, { decision: 'accept', reason })
  const restore = { service: 'kyc_validation', reason }
  const correction = { changes: { first_name: 'Odile' }, reason }
  return {
    'reviews.decide_proposal': {
      propose: (by) => by.post(`/reviews/${enhanced.review}/propose`, { decision: 'approve', reason }),
      act: (by) => by.post(`/reviews/${enhanced.review}/decide`, { accept: true, reason }),
      decline: (by) => by.post(`/reviews/${enhanced.review}/decide`, { accept: false, reason }),
      executed: executedProposals(enhanced.review),
    },
    'applications.restore_service': {
      act: (by) => by.post(`/applications/${plain.application}/restore`, restore),
      decline: declineAbout(plain.application, 'applications.restore_service'),
      executed: executedProposals(plain.application),
    },
    'organizations.suspend': {
      act: (by) => by.post(`/organizations/${plain.owner.organization}/suspend`, { reason }),
      decline: declineAbout(plain.owner.organization, 'organizations.suspend'),
      executed: executedProposals(plain.owner.organization),
    },
    'enrolment.correct_citizen': {
      act: (by) => by.post(`/citizens/${svcId}/corrections`, correction),
      decline: declineAbout(null, 'enrolment.correct_citizen'),
      executed: () =>
        countOf(`proposals where status = 'executed' and act = 'enrolment.correct_citizen'`, []),
    },
    'operators.recover_second_factor': {
      act: (by) => by.post(`/operators/${lost.id}/second-factor-recovery`, { reason }),
      decline: declineAbout(lost.id, 'operators.recover_second_factor'),
      executed: executedProposals(lost.id),
    },
    'members.recover_second_factor_by_operators': {
      act: (by) => by.post(`/members/${plain.owner.id}/second-factor-recovery`, { reason }),
      decline: declineAbout(plain.owner.id, 'members.recover_second_factor_by_operators'),
      executed: executedProposals(plain.owner.id),
    },
    'billing.adjust': {
      act: (by) =>
        by.post(`/billing/organizations/${enhanced.owner.organization}/adjust`, { amount: 5, reason }),
      decline: declineMoney,
      executed: () => countOf('billing_proposals where executed_at is not null', []),
    },
    'cases.decide': {
      propose: (by) => by.post(`/cases/${fraudCase}/propose`, { status: 'confirmed', reason }),
      act: (by) => by.post(`/cases/${fraudCase}/decide`, { decision: 'accept', reason }),
      decline: (by) => by.post(`/cases/${fraudCase}/decide`, { decision: 'reject', reason }),
      executed: () => countOf(`fraud_cases where status = 'confirmed' and case_id = $1`, [fraudCase]),
    },
    'cases.decide_objection': {
      act: (by) => by.post(`/cases/${accusing}/objection/decide`, { decision: 'accept', reason }),
      decline: (by) => by.post(`/cases/${accusing}/objection/decline`, { reason }),
      executed: () =>
        countOf(`fraud_cases where status = 'under_review' and objected_by is null and case_id = $1`, [
          accusing,
        ]),
    },
    'cases.false_report': {
      act: (by) => by.post(`/cases/${dismissed}/false-report`, { reason }),
      decline: (by) => by.post(`/cases/${dismissed}/false-report/decline`, { reason }),
      executed: () => countOf('fraud_cases where false_report and case_id = $1', [dismissed]),
    },
  }
}
