import type { Environment } from '@nani/contract'
import { idTime, type OperatorRole, Refusal, rfc3339 } from '@nani/foundation/core/index.ts'
import { type Database, dayOf, monthEndOf } from '@nani/foundation/storage/index.ts'
import { type Band, bandOf, type FeatureContribution, type ScoredRecords } from '@nani/scorecard'
import Type from 'typebox'
import { type ActNeeds, defineReading, needsOf } from '../../gateway/acts/index.ts'
import type { OpenScorecards } from '../../risk/scorecard/index.ts'
import { type AdverseEvent, type AdverseFindings, adjustScore } from './adverse-events.ts'
import { defaultProbability } from './default-probability.ts'
import { inUsd } from './exchange-rates.ts'
import { binsByName, type ModelBins, openBasis, type ScoreBasis, type ScoreRecords } from './score-record.ts'

export type ExplainPlatform = ActNeeds & ScoreRecords & { scorecards: Pick<OpenScorecards, 'ofVersion'> }

/** A stored score, calculated again. It names no citizen. */
export type ExplainedScore = {
  object: 'credit_score_explanation'
  id: string
  application_id: string
  environment: Environment
  scored_at: string
  model_version: string
  model_score: number
  /** The bin of each feature, and what it added to the log odds of a repaid loan. */
  features: Pick<FeatureContribution, 'feature' | 'factor' | 'label' | 'contribution'>[]
  data_sources: string[]
  thin_file: boolean
  findings: AdverseFindings
  adjustments: { code: AdverseEvent; before: number; after: number }[]
  amount_requested: ScoreBasis['amount']
  score: number
  band: Band
  probability_of_default: number
  /** What the caller received. */
  returned: { score: number; probability_of_default: number }
  /** Whether the calculation gives what the caller received. */
  reproduced: boolean
  challenger: { model_version: string; model_score: number; reproduced: boolean } | null
}

export const scoreReaders: readonly OperatorRole[] = ['supervisor', 'auditor']

/** Calculates a score again from the stored bins, with the version of the model that scored. */
export const explainScore = defineReading({
  name: 'credit_scores.explain',
  sentence: { en: 'Explains a credit score', fr: 'Explique un score de crédit' },
  actors: { operator: scoreReaders },
  input: Type.Object({ score_id: Type.String({ maxLength: 64 }) }, { additionalProperties: false }),
  output: Type.Unsafe<ExplainedScore>(Type.Object({})),
  needs: needsOf<ExplainPlatform>(),
  refusals: ['credit_score_not_found', 'credit_model_not_found'],
  async read({ pool, input: { score_id: scoreId }, needs: { vault, scorecards } }) {
    const row = await findRecord(pool, scoreId)
    const basis = openBasis(row.sealed_basis, { applicationId: row.application_id, scoreId }, vault)
    const scored = await scoreAgain(basis, scorecards)
    const challenger = basis.challenger && (await challengerAgain(basis.challenger, scorecards))
    return explanationOf({ scoreId, row, basis, scored, challenger })
  },
  entry: ({ model_version, reproduced }, { input }) => ({
    subject: input.score_id,
    after: { model_version, reproduced },
  }),
})

type Row = { application_id: string; environment: Environment; scored_at: Date; sealed_basis: Buffer }

const findRecord = async (pool: Database, scoreId: string): Promise<Row> => {
  const row = await readRecord(pool, scoreId)
  if (!row) throw new Refusal('credit_score_not_found', `There is no credit score ${scoreId}.`)
  return row
}

/** Whether a database has the score. A command looks for the one in which it was made. */
export const hasScore = async (pool: Database, scoreId: string): Promise<boolean> =>
  (await readRecord(pool, scoreId)) !== null

const readRecord = async (pool: Database, scoreId: string): Promise<Row | null> => {
  const madeMs = idTime('crs', scoreId)
  const { rows } = await pool.query<Row>(
    `select application_id, environment, scored_at, sealed_basis from credit_score_records
     where score_id = $1 and day = $2`,
    [scoreId, madeMs === null ? null : monthEndOf(dayOf(madeMs))],
  )
  return rows[0] ?? null
}

const scoreAgain = async (
  { model_version: version, bins }: ModelBins,
  scorecards: ExplainPlatform['scorecards'],
): Promise<ScoredRecords> => {
  const scorecard = await scorecards.ofVersion(version)
  if (!scorecard) throw new Refusal('credit_model_not_found', `There is no model ${version}.`)
  return scorecard.scoreOfBins(binsByName(bins, scorecard.model))
}

const challengerAgain = async (stored: ModelBins, scorecards: ExplainPlatform['scorecards']) => {
  const { score } = await scoreAgain(stored, scorecards)
  return { model_version: stored.model_version, model_score: score, reproduced: score === stored.model_score }
}

type Again = {
  scoreId: string
  row: Row
  basis: ScoreBasis
  scored: ScoredRecords
  challenger: ExplainedScore['challenger']
}

/** Two releases of the runtime may differ in the last digit of a logarithm. */
const probabilityTolerance = 1e-9

const explanationOf = ({ scoreId, row, basis, scored, challenger }: Again): ExplainedScore => {
  const { score, events } = adjustScore(scored.score, basis.findings)
  const amountUsd = basis.amount && inUsd(basis.amount, row.scored_at.getTime())
  const probability = defaultProbability(score, amountUsd)
  const reproduced =
    scored.score === basis.model_score &&
    score === basis.score &&
    Math.abs(probability - basis.probability) < probabilityTolerance
  return {
    object: 'credit_score_explanation',
    id: scoreId,
    application_id: row.application_id,
    environment: row.environment,
    scored_at: rfc3339(row.scored_at.getTime()),
    model_version: scored.modelVersion,
    model_score: scored.score,
    features: scored.features.map(({ feature, factor, label, contribution }) => ({
      ...{ feature, factor, label, contribution },
    })),
    data_sources: scored.dataSources,
    thin_file: scored.thinFile,
    findings: basis.findings,
    adjustments: [...events],
    amount_requested: basis.amount,
    score,
    band: bandOf(score),
    probability_of_default: probability,
    returned: { score: basis.score, probability_of_default: basis.probability },
    reproduced,
    challenger,
  }
}
