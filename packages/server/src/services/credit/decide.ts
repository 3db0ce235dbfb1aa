import type { CreditAmount, CreditScore } from '@nani/contract'
import {
  bandOf,
  type CreditRecords,
  probabilityOf,
  type Scorecard,
  type ScoredRecords,
  valuesOf,
} from '@nani/scorecard'
import { adjustScore } from './adverse-events.ts'
import { defaultProbability } from './default-probability.ts'
import { inUsd } from './exchange-rates.ts'
import { type ColumnsOfFeature, textOfFactor } from './factor-texts.ts'
import { adverseFindings, type RiskSignals } from './risk-signals.ts'
import { type Contribution, type WeighedFactor, weighFactors } from './weigh-factors.ts'

export type CreditFacts = {
  records: CreditRecords
  signals: RiskSignals
  amount: CreditAmount | null
  nowMs: number
}

/** What a score says, without the members about its call. */
export type CreditDecision = Pick<
  CreditScore,
  'score' | 'band' | 'probability_of_default' | 'factors' | 'data_sources' | 'risk_signals'
>

/** Adjusts the score of the model, and explains it, in the order of spec/credit#adjustments. */
export const decide = (
  facts: CreditFacts,
  scorecard: Scorecard,
): { decision: CreditDecision; scored: ScoredRecords } => {
  const { records, signals, amount, nowMs } = facts
  const scored = scorecard.score(records)
  const { score, events } = adjustScore(scored.score, adverseFindings(signals))
  const amountUsd = amount && inUsd(amount, nowMs)
  const factors = weighFactors(
    contributionsOf(scored),
    events.map(({ code, before, after }) => ({ code, contribution: logOdds(after) - logOdds(before) })),
  )
  const columnsOf = columnsOfFeatures(scorecard)
  const values = valuesOf(records)
  const decision: CreditDecision = {
    score,
    band: bandOf(score),
    probability_of_default: defaultProbability(score, amountUsd),
    factors: factors.map((factor) => described(factor, scored, values, columnsOf)),
    data_sources: scored.dataSources,
    risk_signals: signals,
  }
  return { decision, scored }
}

const contributionsOf = ({ contributions }: ScoredRecords): Contribution[] =>
  Object.entries(contributions).map(([code, contribution]) => ({
    code: code as keyof ScoredRecords['contributions'],
    contribution: contribution ?? 0,
  }))

/** The scale on which the contributions of the model are. */
const logOdds = (score: number): number => {
  const probability = probabilityOf(score)
  return Math.log((1 - probability) / probability)
}

const described = (
  { code, impact, weight }: WeighedFactor,
  scored: ScoredRecords,
  values: ReadonlyMap<string, number>,
  columnsOf: ColumnsOfFeature,
): CreditDecision['factors'][number] => {
  const { en, fr } = textOfFactor(code, scored, values, columnsOf)
  return { code, impact, weight, description: en, description_fr: fr }
}

const columnsByModel = new WeakMap<Scorecard, ColumnsOfFeature>()

const columnsOfFeatures = (scorecard: Scorecard): ColumnsOfFeature => {
  let columnsOf = columnsByModel.get(scorecard)
  if (!columnsOf) {
    const columns = new Map(
      scorecard.model.features.map(({ name, derivation }) => [name, derivation?.columns ?? [name]]),
    )
    columnsOf = (feature) => columns.get(feature) ?? []
    columnsByModel.set(scorecard, columnsOf)
  }
  return columnsOf
}
