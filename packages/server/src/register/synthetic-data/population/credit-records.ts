import { type Borrower, drawBorrower } from '@nani/scorecard'
import type { CreditRecord } from '../../credit-records/index.ts'
import { type Draws, drawsOf, hashOf, mix } from '../draws.ts'

/** The records of a person of a synthetic population, and whether a loan defaults: for training, never for a score. */
export type CreditHistory = Pick<Borrower, 'records' | 'defaulted'>

/**
 * Draws the credit history of the person `index` of a seed. Riskier people have fewer sources, so that a missing source
 * says something (docs/credit-scoring.md#generated-records).
 */
export const creditHistorySource = (seed: string): ((index: number) => CreditHistory) => {
  const start = hashOf(`${seed} credit`)
  return (index) => drawBorrower(randomOf(drawsOf(mix(start ^ mix(index)))))
}

const randomOf = (draws: Draws) => ({
  bytes: (length: number) => Uint8Array.from({ length }, () => draws.below(256)),
})

/** The records as the register gets them. */
export const creditRecordsOf = (
  svcId: string,
  { records }: Pick<CreditHistory, 'records'>,
  asOf: string,
): CreditRecord[] =>
  Object.entries(records).flatMap(([source, reported]) => {
    const fields = Object.fromEntries(
      Object.entries(reported ?? {}).filter((entry): entry is [string, number] => entry[1] !== null),
    )
    if (Object.keys(fields).length === 0) return []
    return [{ svcId, source: source as CreditRecord['source'], asOf, fields }]
  })
