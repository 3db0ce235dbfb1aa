import type { CreditScore } from '@nani/sdk'
import { printable, type Terminal, type Tone } from '../../terminal.ts'
import { card, whoBlocks } from '../result-card.ts'

const tones: Record<string, Tone> = { A: 'good', B: 'good', C: 'middling', D: 'bad', E: 'bad' }

const percent = (share: number, digits = 0): string => `${(share * 100).toFixed(digits)} %`

/** A credit score as a lender reads it. The signals are marked, because they are not for the citizen. */
export const creditScoreCard = (score: CreditScore, terminal: Pick<Terminal, 'color'>): string => {
  const { aml, fraud } = score.risk_signals
  const amount = score.amount_requested
  const sources = score.data_sources.map(printable).join(', ')
  const signals = [
    `screening ${aml.risk_level}`,
    aml.sanctions_hit ? 'sanctions hit' : '',
    aml.pep ? 'PEP' : '',
    fraud.confirmed_cases_as_suspect > 0 ? `${fraud.confirmed_cases_as_suspect} confirmed fraud cases` : '',
    fraud.identity_fraud_victim ? 'victim of identity fraud: verify further' : '',
  ]
  return card(
    {
      tone: tones[score.band] ?? 'strong',
      word: `${score.score} ${score.band}`,
      about: score.identifier.value,
      notes: [`${percent(score.probability_of_default, 1)} probability of default in 12 months`],
    },
    [
      ...whoBlocks(score),
      [
        'Request',
        [
          [score.product, amount ? `${amount.currency} ${amount.value}` : '']
            .filter(Boolean)
            .map(printable)
            .join(' · '),
        ],
      ],
      [
        'Factors',
        score.factors.map(({ impact, weight, description }) =>
          printable(`${impact === 'positive' ? '+' : '−'} ${percent(weight).padStart(5)}  ${description}`),
        ),
      ],
      ['Sources', [sources === '' ? 'none: the fixed score of a thin file' : sources]],
      ['Compliance', [`${signals.filter(Boolean).map(printable).join(' · ')} (do not show to the citizen)`]],
      ['Valid until', [printable(score.valid_until)]],
    ],
    score,
    terminal,
  )
}
