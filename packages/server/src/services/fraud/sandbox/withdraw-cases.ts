import type { Database } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { withdrawCasesWithin } from '../../../risk/fraud-network/index.ts'

const readNumbers = async (client: Database, applicationId: string): Promise<string[]> => {
  const { rows } = await client.query<{ case_number: string }>(
    `select case_number from fraud_cases where application_id = $1 and environment = 'sandbox'
       and status in ('confirmed', 'escalated_to_authorities')`,
    [applicationId],
  )
  return rows.map(({ case_number }) => case_number)
}

/** The cases of an application of the sandbox leave the network, in the transaction that erases them. */
export const withdrawSandboxCases = async (client: pg.ClientBase, applicationId: string): Promise<void> =>
  withdrawCasesWithin(client, 'sandbox', await readNumbers(client, applicationId))
