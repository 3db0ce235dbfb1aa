import type { Database } from '@nani/foundation/storage/index.ts'
import type { FraudCase } from '../../case-row.ts'
import type { PartyKeyKind } from '../../party-keys.ts'

export type CaseKey = Pick<FraudCase, 'applicationId' | 'caseId'>

/** A pseudonym that a party of one case and a party of another have in common. */
export type SharedKey = {
  kind: PartyKeyKind
  own: CaseKey & { party: number }
  other: CaseKey & { party: number }
}

export type SharedRow = {
  kind: PartyKeyKind
  own_application: string
  own_case: string
  own_party: number
  other_application: string
  other_case: string
  other_party: number
}

/** What the given cases share with others. A pseudonym contains its environment, so no pair crosses environments. */
export const sharedKeys = async (
  database: Database,
  cases: readonly CaseKey[],
  limit: number,
): Promise<SharedKey[]> => {
  const { rows } = await database.query<SharedRow>(
    `select own.kind, own.application_id as own_application, own.case_id as own_case, own.party as own_party,
       other.application_id as other_application, other.case_id as other_case, other.party as other_party
     from unnest($1::text[], $2::text[]) as given(application_id, case_id)
     join fraud_party_keys own on own.application_id = given.application_id and own.case_id = given.case_id
     join fraud_party_keys other on other.kind = own.kind and other.pseudonym = own.pseudonym
       and (other.application_id, other.case_id) <> (own.application_id, own.case_id)
     limit $3`,
    [cases.map(({ applicationId }) => applicationId), cases.map(({ caseId }) => caseId), limit],
  )
  return rows.map(sharedKeyOf)
}

export const sharedKeyOf = (row: SharedRow): SharedKey => ({
  kind: row.kind,
  own: { applicationId: row.own_application, caseId: row.own_case, party: row.own_party },
  other: { applicationId: row.other_application, caseId: row.other_case, party: row.other_party },
})

/**
 * The numbers of the other open cases of the same reporter, type and subject, by case id: reports that were sent again.
 */
export const openCasesOfSameReporter = async (
  database: Database,
  cases: readonly CaseKey[],
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const { rows } = await database.query<{ case_id: string; numbers: string[] }>({
    name: 'open-cases-of-same-reporter',
    text: `select given.case_id, array_agg(found.case_number order by found.case_number) as numbers
     from unnest($1::text[], $2::text[]) as given(application_id, case_id)
     join fraud_cases own on own.application_id = given.application_id and own.case_id = given.case_id,
       lateral (
         select c.case_number from fraud_cases c
         where c.application_id = own.application_id and c.case_id <> own.case_id and c.type = own.type
           and c.subject_keys && own.subject_keys and c.status in ('received', 'under_review')
         limit $3
       ) as found
     where own.status in ('received', 'under_review')
     group by given.case_id`,
    values: [
      cases.map(({ applicationId }) => applicationId),
      cases.map(({ caseId }) => caseId),
      maxKeysOfCase,
    ],
  })
  return new Map(rows.map(({ case_id, numbers }) => [case_id, numbers]))
}

export const maxKeysOfCase = 50

/**
 * The numbers of the open cases that share a party with each given case, by case id: possible duplicates. A birth date
 * alone is no reason.
 */
export const openCasesWithSameParty = async (
  database: Database,
  cases: readonly CaseKey[],
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const { rows } = await database.query<{ case_id: string; numbers: string[] }>({
    name: 'open-cases-with-same-party',
    text: `select given.case_id, array_agg(distinct found.case_number order by found.case_number) as numbers
     from unnest($1::text[], $2::text[]) as given(application_id, case_id),
       lateral (
         select c.case_number from fraud_party_keys own
         join fraud_party_keys other on other.kind = own.kind and other.pseudonym = own.pseudonym
           and (other.application_id, other.case_id) <> (own.application_id, own.case_id)
         join fraud_cases c on c.application_id = other.application_id and c.case_id = other.case_id
         where own.application_id = given.application_id and own.case_id = given.case_id and own.kind <> 'birth'
           and c.status in ('received', 'under_review')
         limit $3
       ) as found
     group by given.case_id`,
    values: [
      cases.map(({ applicationId }) => applicationId),
      cases.map(({ caseId }) => caseId),
      maxKeysOfCase,
    ],
  })
  return new Map(rows.map(({ case_id, numbers }) => [case_id, numbers]))
}
