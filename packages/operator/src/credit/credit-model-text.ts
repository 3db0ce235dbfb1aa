import { columns, labelled, printable } from '@nani/cli'
import type { ExplainedScore } from '@nani/server/services/credit/index.ts'

type Models = typeof import('@nani/server/risk/scorecard/index.ts')
type ListedModels = Awaited<ReturnType<Models['readCreditModels']>>
type ShownModel = Awaited<ReturnType<Models['showCreditModel']>>
type Decided = { version: string; role: string; status: 'proposed' | 'effective' }

export const decidedText = ({ version, role, status }: Decided): string =>
  status === 'effective'
    ? `  ${printable(version)} is the ${role} model. Each process uses it within five seconds.\n`
    : `  ${printable(version)} is proposed. A second operator must repeat the command within 24 hours.\n`

export const modelsText = ({ production_ready, data }: ListedModels): string => {
  const rows = data.map(({ version, roles, proposed, basis, accepted, stored_by, stored_at }) => [
    printable(version),
    [...roles, ...proposed.map((role) => `proposed as ${role}`)].join(', ') || 'stored',
    accepted.length > 0
      ? `${basis}, accepted by ${accepted.map(({ by }) => printable(by)).join(' and ')}`
      : basis,
    printable(stored_by),
    stored_at,
  ])
  const stored =
    rows.length > 0 ? columns(rows, '  ') : '  No version is stored. The model of the release scores.'
  return `${stored}\n${production_ready ? '' : notReady}`
}

const notReady = `  Production answers model_not_ready, except in a demo. Activate a model of own outcomes (train or recalibrate), or
  accept the generated one (accept-generated).
`

export const modelText = (one: ShownModel): string => {
  const { trained_on, recalibrated_on, metrics } = one
  const facts = [
    ['version', printable(one.version)],
    ['state', one.roles.join(', ') || 'stored'],
    ['production', one.production_ready ? 'ready' : 'model_not_ready, except in a demo'],
    ['trained on', printable(trained_on.description)],
    ...(recalibrated_on
      ? [
          [
            'recalibrated',
            `${recalibrated_on.base_version}, on ${recalibrated_on.rows} loans with ${recalibrated_on.defaults} defaults`,
          ],
        ]
      : []),
    ...one.accepted.map(({ by, at, reason }) => [
      'accepted',
      `${printable(by)}, ${at}: ${printable(reason)}`,
    ]),
    ...Object.entries(metrics).map(([name, value]) => [name, String(value)]),
  ]
  return `${columns(facts, '  ')}\n`
}

export const explanationText = (one: ExplainedScore): string => {
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
