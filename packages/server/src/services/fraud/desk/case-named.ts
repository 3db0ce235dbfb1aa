import { type Environment, environments } from '@nani/contract'
import type pg from 'pg'
import { type FraudCase, findCase } from '../case-row.ts'
import { DeskRefusal } from './desk-errors.ts'

/** A case by its id or its number. Without an environment it is searched in both. */
export type CaseNamed = { environment: Environment | null; fraudCase: string }

/** Throws `DeskRefusal`: there is no such case, or each environment has one of this number. */
export const findNamedCase = async (
  database: Pick<pg.ClientBase, 'query'>,
  { environment, fraudCase }: CaseNamed,
): Promise<FraudCase> => {
  const found: FraudCase[] = []
  for (const one of environment ? [environment] : environments) {
    const here = await findCase(database, one, fraudCase)
    if (here) found.push(here)
  }
  const [first] = found
  if (!first) throw new DeskRefusal('case_not_found', { fraud_case: fraudCase })
  if (found.length > 1) throw new DeskRefusal('case_ambiguous', { fraud_case: fraudCase })
  return first
}
