import { decidingActs, objectionActs } from '../../services/fraud/index.ts'
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
/** The cases without an assignee are most of those that wait. An index has all that is needed to count them. */
const countsOfUnassigned = `(select array[count(application_id), 0, count(application_id) filter (where due_at < $1)]
      from fraud_cases where ${isOpenCase} and assignee is null)`
/**
 * The counts of the other waiting cases. An index has those of this person, and the proposals of 24 hours are few. `offset 0` looks
 * for the case of each proposal: without it, the plan of the prepared statement reads all open cases.
 */
const countsOfCases = `(select array[own.total + proposed.more, proposed.second, own.late + proposed.late]::integer[]
      from (select count(application_id) as total, count(application_id) filter (where due_at < $2) as late
          from fraud_cases where ${isOpenCase} and assignee = $1) own,
        (select coalesce(sum(more), 0) as more, coalesce(sum(second), 0) as second,
            coalesce(sum(more) filter (where due_at < $2), 0) as late
          from (select distinct e.application_id, e.case_id from fraud_case_entries e
              where e.act = 'propose' and e.at > $2::timestamptz - interval '24 hours') recent,
            lateral (select assignee, status, environment, proposed_by, proposed_status, due_at from fraud_cases c
              where c.application_id = recent.application_id and c.case_id = recent.case_id offset 0) fraud_cases,
            lateral (select case when proposed_by <> $1 then 1 else 0 end as second,
                case when proposed_by <> $1 and not ${isMyCase} then 1
                  when ${waitsForOther} and ${isMyCase} then -1 else 0 end as more) adding
          where ${isOpenCase} and proposed_by <> all($5::text[])) proposed)`

const list = (acts: readonly string[]) => acts.map((act) => `'${act}'`).join(', ')
/** The person decided something about the case, and not only about this objection ($4: the rule of the installation). */
const isInvolved = `$4::boolean and exists (select ${entriesOfCase} and e.actor = $1 and e.act in (${list(decidingActs)})
          and (e.act not in (${list(objectionActs)}) or e.position < said.position))`

export const caseSources: readonly Source[] = [
  {
    kind: 'case',
    everywhere: true,
    roles: ['investigator', 'supervisor'],
    own,
    counts: countsOfCases,
    countsForAll: countsOfUnassigned,
    // The two environments may have a case with the same number.
    text: `select application_id, case_id as id, case_number as title, null as organization_id, due_at < $2 as is_late,
        case when waiting.is_proposed and proposed_by <> $1 then 'second_person' when assignee = $1 then 'mine' else 'anyone' end
          as waits_for,
        created_at as since
      from fraud_cases, lateral (select ${hasProposal} as is_proposed) waiting
      where ${isOpenCase} and case when waiting.is_proposed and proposed_by <> $1 then true
          when waiting.is_proposed and ${waitsForOther} then false else ${isMyCase} end`,
  },
  {
    kind: 'objection',
    everywhere: true,
    roles: ['supervisor'],
    own,
    text: `select application_id, case_id as id, case_number as title, null as organization_id, false as is_late,
        case when waiting.is_proposed and objection_decision_by <> $1 then 'second_person' else 'anyone' end as waits_for,
        said.at as since
      from fraud_cases,
        lateral (select e.at, e.position ${entriesOfCase} and e.act = 'objection' order by e.position desc limit 1) said,
        lateral (select ${isInForce('objection_decision_by', 'decide_objection')} as is_proposed) waiting
      where environment = 'production' and objected_by is not null and not (${isInvolved})
        and not ($4::boolean and waiting.is_proposed and objection_decision_by = $1)`,
  },
  {
    kind: 'false_report',
    everywhere: true,
    roles: ['investigator', 'supervisor'],
    own,
    text: `select application_id, case_id as id, case_number as title, null as organization_id, false as is_late, 'second_person' as waits_for,
        (select max(e.at) ${entriesOfCase} and e.act = 'false_report') as since
      from fraud_cases
      where environment = 'production' and status = 'dismissed' and not false_report and false_report_by <> $1
        and $4::boolean is not null and ${isInForce('false_report_by', 'false_report')}`,
  },
]
