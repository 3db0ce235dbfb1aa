import type { Environment } from '@nani/contract'
import type { Database } from '@nani/foundation/storage/index.ts'
import { currentDerivation } from './network-party.ts'

/** A case whose parties an earlier release derived, and the day on which it joined the network. */
export type EarlierCase = {
  environment: Environment
  applicationId: string
  caseId: string
  confirmedOn: string
}

type Row = { view: Environment; application_id: string; case_id: string; confirmed_on: string }

/** The next such cases after a case id, in the order of their ids. */
export const casesDerivedEarlier = async (
  database: Database,
  afterCaseId: string,
  limit: number,
): Promise<EarlierCase[]> => {
  const { rows } = await database.query<Row>(
    `select view, application_id, case_id, min(confirmed_on)::text as confirmed_on from fraud_network_parties
     where derivation < $1 and case_id > $2 group by view, application_id, case_id order by case_id limit $3`,
    [currentDerivation, afterCaseId, limit],
  )
  return rows.map(({ view, application_id, case_id, confirmed_on }) => ({
    environment: view,
    applicationId: application_id,
    caseId: case_id,
    confirmedOn: confirmed_on,
  }))
}

/** Whether an earlier release derived a party of the case. */
export const isDerivedEarlier = async (
  database: Database,
  { environment, caseId }: Pick<EarlierCase, 'environment' | 'caseId'>,
): Promise<boolean> => {
  const { rows } = await database.query(
    'select from fraud_network_parties where view = $1 and case_id = $2 and derivation < $3 limit 1',
    [environment, caseId, currentDerivation],
  )
  return rows.length > 0
}
