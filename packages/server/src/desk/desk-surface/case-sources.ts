import { decidingActs } from '../../services/fraud/index.ts'
import type { Source } from './queue-source.ts'

/*
 * What waits about cases. $4: whether the installation needs two people; $5: the names of disabled people.
 */
const own: Source['own'] = ({ twoPeople, disabled }) => [twoPeople, disabled]

const entriesOfCase =
  'from fraud_case_entries e where e.application_id = fraud_cases.application_id and e.case_id = fraud_cases.case_id'
/** The word of the first of two people counts: it is not older than 24 hours, and its person is not disabled. */
const isInForce = (by: string, act: string) => `${by} is not null
        and (select max(e.at) ${entriesOfCase} and e.act = '${act}') > $2::timestamptz - interval '24 hours'
        and ${by} <> all($5::text[])`

const isOpenCase = `environment = 'production' and status in ('received', 'under_review')`
const isMyCase = '(assignee is null or assignee = $1)'
const hasProposal = isInForce('proposed_by', 'propose')
/** An own proposal that another person must decide ($4: the rule of the installation). */
const waitsForOther = `proposed_by = $1 and $4::boolean and proposed_status <> 'dismissed'`
/** The number of waiting cases. The index of waiting cases has all it needs, and the proposals of 24 hours are few. */
const countOfCases = `(select count(application_id) from fraud_cases where ${isOpenCase} and ${isMyCase})
        + (select coalesce(sum(case when proposed_by <> $1 and not ${isMyCase} then 1
              when ${waitsForOther} and ${isMyCase} then -1 else 0 end), 0)
           from (select distinct e.application_id, e.case_id from fraud_case_entries e
               where e.act = 'propose' and e.at > $2::timestamptz - interval '24 hours') recent,
             lateral (select assignee, status, environment, proposed_by, proposed_status from fraud_cases c
               where c.application_id = recent.application_id and c.case_id = recent.case_id offset 0) fraud_cases
           where ${isOpenCase} and proposed_by <> all($5::text[]))`

const list = (acts: readonly string[]) => acts.map((act) => `'${act}'`).join(', ')
/** The person decided something about the case, and not only about this objection ($4: the rule of the installation). */
const isInvolved = `$4::boolean and exists (select ${entriesOfCase} and e.actor = $1 and e.act in (${list(decidingActs)})
          and (e.act <> 'decide_objection' or e.position < said.position))`

export const caseSources: readonly Source[] = [
  {
    kind: 'case',
    roles: ['investigator', 'supervisor'],
    own,
    // The two environments may have a case with the same number.
    text: `select case_id as id, case_number as title, null as organization_id, due_at < $2 as is_late,
        case when waiting.is_proposed and proposed_by <> $1 then 'second_person' when assignee = $1 then 'mine' else 'anyone' end
          as waits_for,
        created_at as since, (${countOfCases})::integer as total
      from fraud_cases, lateral (select ${hasProposal} as is_proposed) waiting
      where ${isOpenCase} and case when waiting.is_proposed and proposed_by <> $1 then true
          when waiting.is_proposed and ${waitsForOther} then false else ${isMyCase} end
      order by since, application_id limit $3`,
  },
  {
    kind: 'objection',
    roles: ['supervisor'],
    own,
    text: `select case_id as id, case_number as title, null as organization_id, false as is_late,
        case when waiting.is_proposed and objection_decision_by <> $1 then 'second_person' else 'anyone' end as waits_for,
        said.at as since, count(*) over ()::integer as total
      from fraud_cases,
        lateral (select e.at, e.position ${entriesOfCase} and e.act = 'objection' order by e.position desc limit 1) said,
        lateral (select ${isInForce('objection_decision_by', 'decide_objection')} as is_proposed) waiting
      where environment = 'production' and objected_by is not null and not (${isInvolved})
        and not ($4::boolean and waiting.is_proposed and objection_decision_by = $1)
      order by since, application_id limit $3`,
  },
  {
    kind: 'false_report',
    roles: ['investigator', 'supervisor'],
    own,
    text: `select case_id as id, case_number as title, null as organization_id, false as is_late, 'second_person' as waits_for,
        (select max(e.at) ${entriesOfCase} and e.act = 'false_report') as since, count(*) over ()::integer as total
      from fraud_cases
      where environment = 'production' and status = 'dismissed' and not false_report and false_report_by <> $1
        and $4::boolean is not null and ${isInForce('false_report_by', 'false_report')}
      order by since, application_id limit $3`,
  },
]
