import { type Environment, environments } from '@nani/contract'
import { Refusal } from '@nani/foundation/core/index.ts'
import type { Database } from '@nani/foundation/storage/index.ts'
import Type from 'typebox'
import { type FraudCase, findCase } from '../case-row.ts'

/** A case by its id or its number. Without an environment it is searched in both. */
export type CaseNamed = { environment?: Environment | null; fraud_case: string }

/** The members of an input that names a case. */
export const caseInput = {
  environment: Type.Optional(Type.Union([Type.Enum([...environments]), Type.Null()])),
  fraud_case: Type.String({ minLength: 1, maxLength: 64, examples: ['RDC-FRD-2026-000001'] }),
}

/** The refusals of an act or reading that names a case. */
export const namedCaseRefusals = ['case_not_found', 'case_ambiguous', 'history_incomplete'] as const

/** Throws `Refusal`: there is no such case, or each environment has one of this number. */
export const findNamedCase = async (
  database: Database,
  { environment, fraud_case }: CaseNamed,
): Promise<FraudCase> => {
  const found: FraudCase[] = []
  for (const one of environment ? [environment] : environments) {
    const here = await findCase(database, one, fraud_case)
    if (here) found.push(here)
  }
  const [first] = found
  if (!first) throw new Refusal('case_not_found', { fraud_case })
  if (found.length > 1) throw new Refusal('case_ambiguous', { fraud_case })
  return first
}
