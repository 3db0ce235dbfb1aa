import { columns, labelled, printable, printJson, type Terminal } from '@nani/cli'
import { createScorecards } from '@nani/server/risk/scorecard/index.ts'
import { type ExplainedScore, explainScore, scoreRecordSecrets } from '@nani/server/services/credit/index.ts'
import { withInstallation } from './installation.ts'
import { operatorOf } from './operator-actor.ts'

/** `nani credit-model explain SCORE`. */
export const explain = async (
  scoreId: string,
  options: { json?: boolean; as?: string },
  terminal: Terminal,
): Promise<void> => {
  const explained = await withInstallation(terminal, (installation) =>
    explainScore(operatorOf(options, terminal), scoreId, {
      ...installation,
      ...scoreRecordSecrets(installation),
      scorecards: createScorecards(installation.pool),
    }),
  )
  if (options.json) printJson(terminal, explained)
  else terminal.out(explanationText(explained))
}

const explanationText = (one: ExplainedScore): string => {
  const { amount_requested: amount, challenger, returned } = one
  const facts = labelled([
    ['Score', [`${one.score}, band ${one.band}, probability ${percent(one.probability_of_default)}`]],
    ['Returned', [`${returned.score}, probability ${percent(returned.probability_of_default)}`]],
    ['Reproduced', [one.reproduced ? 'yes' : 'NO: the calculation gives another number']],
    ['Computed', [`${one.scored_at}, for ${one.application_id} (${one.environment})`]],
    ['Model', [`${printable(one.model_version)}: ${one.model_score}${one.thin_file ? ', a thin file' : ''}`]],
    ['Adjustments', one.adjustments.map(({ code, before, after }) => `${code}: ${before} to ${after}`)],
    ['Amount', amount ? [`${amount.value} ${amount.currency}`] : []],
    ['Sources', [one.data_sources.join(', ') || 'none']],
    ['Challenger', challenger ? [`${printable(challenger.model_version)}: ${challenger.model_score}`] : []],
  ])
  const rows = one.features.map(({ feature, label, factor, contribution }) => [
    printable(feature),
    printable(label),
    contribution.toFixed(4).padStart(8),
    factor ?? '',
  ])
  return `${facts}\n\n${columns(rows, '  ')}\n`
}

const percent = (share: number): string => `${(100 * share).toFixed(2)} %`
