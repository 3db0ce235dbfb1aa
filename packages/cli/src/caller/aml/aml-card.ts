import type { AmlScreening } from '@nani/sdk'
import { columns } from '../../aligned-columns.ts'
import { paint, printable, type Terminal, type Tone } from '../../terminal.ts'
import { type Block, card, scopeBlocks, whoBlocks, withheldBlock } from '../result-card.ts'

type Colour = Pick<Terminal, 'color'>

export const riskTones: Record<string, Tone> = { low: 'good', medium: 'middling', high: 'bad' }

const words = (text: string) => printable(text).replaceAll('_', ' ')

/** The text form of a screening. The answer contains no name, so the typed one is shown. */
export const amlCard = (screening: AmlScreening, terminal: Colour, typed?: string): string => {
  const { risk_level: level, risk_score: score, subject, checks, monitoring } = screening
  const head = {
    tone: riskTones[level] ?? 'strong',
    word: `${level} risk`,
    about: subject.identifier?.value ?? typed ?? subject.type,
    notes: [`${score} of 100`, subject.type],
  }
  const blocks: Block[] = [
    ['Hits', hitLines(screening, terminal)],
    ['PEP', pepLines(screening.pep)],
    ['Fraud', fraudLines(screening.fraud_signals)],
    ['Checks', [checks.length > 0 ? checks.map(words).join(' · ') : 'no check could run']],
    ['Monitor', monitoring.monitor_id === null ? [] : [printable(monitoring.monitor_id)]],
    ...whoBlocks(screening),
    ...scopeBlocks(screening),
    withheldBlock(screening.scopes_withheld ?? []),
    ['', [paint(terminal, 'quiet', 'Compliance information. Do not disclose it to the subject.')]],
  ]
  return card(head, blocks, screening, terminal)
}

const hitLines = ({ id, hits }: AmlScreening, terminal: Colour): string[] => {
  if (hits.length === 0) return ['none']
  const rows = hits.map(({ match_score, matched_name, list, listed_on, source, fraud_case }, position) => [
    String(position),
    match_score.toFixed(2),
    paint(terminal, 'strong', printable(matched_name)),
    [
      list,
      source?.reference,
      fraud_case && `${fraud_case.case_number} (${words(fraud_case.type)}, ${words(fraud_case.status)})`,
      listed_on && `since ${listed_on}`,
    ]
      .filter(Boolean)
      .map(printable)
      .join(' · '),
  ])
  return [...columns(rows).split('\n'), paint(terminal, 'quiet', `nani hit ${printable(id)} 0`)]
}

const pepLines = ({ is_pep, level, positions }: AmlScreening['pep']): string[] => {
  if (!is_pep) return []
  const lines = positions.map(({ title, jurisdiction, start_date, end_date }) =>
    [title, jurisdiction, start_date && `since ${start_date}`, end_date && `until ${end_date}`]
      .filter(Boolean)
      .map(printable)
      .join(' · '),
  )
  return [words(level ?? 'yes'), ...lines]
}

const fraudLines = (signals: AmlScreening['fraud_signals']): string[] => {
  if (!signals) return []
  const { confirmed_cases_as_suspect: cases, identity_fraud_victim: isVictim, last_confirmed_on } = signals
  const lines = [
    ...(cases > 0 ? [`suspect in ${cases} confirmed ${cases === 1 ? 'case' : 'cases'}`] : []),
    ...(isVictim
      ? ['victim of identity fraud: verify the identity further; this is not a risk of the person']
      : []),
  ]
  return lines.length > 0 && last_confirmed_on ? [...lines, `last confirmed ${last_confirmed_on}`] : lines
}
