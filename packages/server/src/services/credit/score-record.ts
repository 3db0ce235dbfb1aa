import type { KeyObject } from 'node:crypto'
import type { CreditAmount, Environment } from '@nani/contract'
import { dayOf, defineEffect, type Effect, monthEndOf, type Vault } from '@nani/foundation/storage/index.ts'
import type { Bins, ScorecardModel, ScoredRecords } from '@nani/scorecard'
import { pseudonym } from '../../app/audit/index.ts'
import type { AdverseFindings } from './adverse-events.ts'

/** The bins of a model in the order of its features, and its score before the adjustments. */
export type ModelBins = { model_version: string; model_score: number; bins: number[] }

/** All that a score follows from. The bins say no more about the citizen than the score needs. */
export type ScoreBasis = ModelBins & {
  findings: AdverseFindings
  amount: CreditAmount | null
  /** As returned. */
  score: number
  probability: number
  /** The model in shadow mode. */
  challenger: ModelBins | null
}

export type ScoreRecords = {
  vault: Vault
  /** Keys the pseudonyms of citizens. */
  subjectKey: KeyObject
}

export type NewScoreRecord = {
  applicationId: string
  environment: Environment
  scoreId: string
  svcId: string
  atMs: number
  basis: ScoreBasis
}

const recordRow = defineEffect({
  name: 'credit_score_record',
  columns: { month_end: 'date', environment: 'text', citizen: 'text', sealed_basis: 'bytea' },
  write: ({ application, changes, id, at, column }) =>
    `insert into credit_score_records
       (application_id, day, score_id, environment, citizen, scored_at, sealed_basis)
     select ${application}, ${column.month_end}, ${id}, ${column.environment}, decode(${column.citizen}, 'hex'), ${at},
       ${column.sealed_basis}
     from ${changes}`,
})

/** The record of a score, in the commit of the score. */
export const scoreRecord = (one: NewScoreRecord, { vault, subjectKey }: ScoreRecords): Effect =>
  recordRow({
    month_end: monthEndOf(dayOf(one.atMs)),
    environment: one.environment,
    citizen: pseudonym(subjectKey, one.svcId),
    sealed_basis: vault.seal(
      Buffer.from(JSON.stringify(one.basis)),
      contextOf(one.applicationId, one.scoreId),
    ),
  })

export const openBasis = (
  sealed: Buffer,
  { applicationId, scoreId }: { applicationId: string; scoreId: string },
  vault: Vault,
): ScoreBasis => JSON.parse(vault.open(sealed, contextOf(applicationId, scoreId)).toString('utf8'))

const contextOf = (applicationId: string, scoreId: string): string =>
  `credit score:${applicationId}:${scoreId}`

export const modelBins = (scored: ScoredRecords): ModelBins => ({
  model_version: scored.modelVersion,
  model_score: scored.score,
  bins: scored.features.map(({ bin }) => bin),
})

/** The bins by the name of their feature, as the model reads them. */
export const binsByName = (bins: readonly number[], { features }: ScorecardModel): Bins =>
  Object.fromEntries(features.map(({ name }, index) => [name, bins[index] ?? -1]))
