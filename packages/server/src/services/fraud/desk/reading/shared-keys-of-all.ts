import type { Database } from '@nani/foundation/storage/index.ts'
import { askAll, type NamedDatabase } from '../../../../gateway/acts/index.ts'
import type { PartyKeyKind } from '../../party-keys.ts'
import {
  type CaseKey,
  maxKeysOfCase,
  openCasesOfSameReporter,
  openCasesWithSameParty,
  type SharedKey,
  type SharedRow,
  sharedKeyOf,
  sharedKeys,
} from './shared-keys.ts'

/*
 * What cases share where they may be in several databases: each is asked for its own pseudonyms of the cases, and then each for the
 * other cases with them. With one database a join finds both.
 */

type OwnKey = {
  kind: PartyKeyKind
  pseudonym: Buffer
  application_id: string
  case_id: string
  party: number
}

/** `limit` null: all of them. A report has a maximum of parties. */
const ownKeys = async (
  database: Database,
  cases: readonly CaseKey[],
  limit: number | null,
): Promise<OwnKey[]> => {
  const { rows } = await database.query<OwnKey>(
    `select own.kind, own.pseudonym, own.application_id, own.case_id, own.party
     from unnest($1::text[], $2::text[]) as given(application_id, case_id)
     join fraud_party_keys own on own.application_id = given.application_id and own.case_id = given.case_id
     limit $3`,
    [cases.map(({ applicationId }) => applicationId), cases.map(({ caseId }) => caseId), limit],
  )
  return rows
}

const given = `unnest($1::text[], $2::bytea[], $3::text[], $4::text[], $5::smallint[])
       as own(kind, pseudonym, application_id, case_id, party)`
const valuesOf = (keys: readonly OwnKey[]): unknown[] => [
  keys.map(({ kind }) => kind),
  keys.map(({ pseudonym }) => pseudonym),
  keys.map((key) => key.application_id),
  keys.map((key) => key.case_id),
  keys.map(({ party }) => party),
]

const othersWith = async (
  database: Database,
  keys: readonly OwnKey[],
  limit: number,
): Promise<SharedKey[]> => {
  const { rows } = await database.query<SharedRow>(
    `select own.kind, own.application_id as own_application, own.case_id as own_case, own.party as own_party,
       other.application_id as other_application, other.case_id as other_case, other.party as other_party
     from ${given}
     join fraud_party_keys other on other.kind = own.kind and other.pseudonym = own.pseudonym
       and (other.application_id, other.case_id) <> (own.application_id, own.case_id)
     limit $6`,
    [...valuesOf(keys), limit],
  )
  return rows.map(sharedKeyOf)
}

/** What the given cases share with others. */
export const sharedKeysOfAll = async (
  databases: readonly NamedDatabase[],
  cases: readonly CaseKey[],
  limit: number,
): Promise<{ shared: SharedKey[]; unread: string[]; silent: string[] }> => {
  if (databases.length === 1) {
    const { answers, unread, silent } = await askAll(databases, (pool) => sharedKeys(pool, cases, limit))
    return { shared: answers.flatMap(({ answer }) => answer), unread, silent }
  }
  const own = await askAll(databases, (pool) => ownKeys(pool, cases, limit))
  const keys = own.answers.flatMap(({ answer }) => answer)
  const others = await askAll(databases, (pool) => othersWith(pool, keys, limit))
  return {
    shared: others.answers.flatMap(({ answer }) => answer).slice(0, limit),
    unread: [...own.unread, ...others.unread],
    silent: [...own.silent, ...others.silent],
  }
}

type NumbersOfCase = ReadonlyMap<string, readonly string[]>
export type Duplicates = { numbers: NumbersOfCase; unread: string[] }

const together = (maps: readonly NumbersOfCase[]): NumbersOfCase => {
  const all = new Map<string, Set<string>>()
  for (const [caseId, numbers] of maps.flatMap((map) => [...map]))
    all.set(caseId, new Set([...(all.get(caseId) ?? []), ...numbers]))
  return new Map(
    [...all].map(([caseId, numbers]) => [caseId, [...numbers].toSorted().slice(0, maxKeysOfCase)]),
  )
}

/** The other open cases of the same reporter, type and subject. They are in the database of the case. */
export const casesOfSameReporter = async (
  databases: readonly NamedDatabase[],
  cases: readonly CaseKey[],
): Promise<Duplicates> => {
  const { answers, unread } = await askAll(databases, (pool) => openCasesOfSameReporter(pool, cases))
  return { numbers: together(answers.map(({ answer }) => answer)), unread }
}

const openCasesWith = async (database: Database, keys: readonly OwnKey[]): Promise<NumbersOfCase> => {
  const { rows } = await database.query<{ case_id: string; numbers: string[] }>(
    `select own.case_id, array_agg(distinct found.case_number) as numbers
     from ${given},
       lateral (
         select c.case_number from fraud_party_keys other
         join fraud_cases c on c.application_id = other.application_id and c.case_id = other.case_id
         where other.kind = own.kind and other.pseudonym = own.pseudonym
           and (other.application_id, other.case_id) <> (own.application_id, own.case_id)
           and c.status in ('received', 'under_review')
         limit $6
       ) as found
     group by own.case_id`,
    [...valuesOf(keys), maxKeysOfCase],
  )
  return new Map(rows.map(({ case_id, numbers }) => [case_id, numbers]))
}

/** The open cases that share a party with each given case. A birth date alone is no reason. */
export const casesWithSameParty = async (
  databases: readonly NamedDatabase[],
  cases: readonly CaseKey[],
): Promise<Duplicates> => {
  if (databases.length === 1) {
    const { answers, unread } = await askAll(databases, (pool) => openCasesWithSameParty(pool, cases))
    return { numbers: together(answers.map(({ answer }) => answer)), unread }
  }
  const own = await askAll(databases, (pool) => ownKeys(pool, cases, null))
  const keys = own.answers.flatMap(({ answer }) => answer).filter(({ kind }) => kind !== 'birth')
  const { answers, unread } = await askAll(databases, (pool) => openCasesWith(pool, keys))
  return {
    numbers: together(answers.map(({ answer }) => answer)),
    unread: [...own.unread, ...unread],
  }
}
