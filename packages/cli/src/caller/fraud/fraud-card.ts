import type { FraudReport } from '@nani/sdk'
import { labelled } from '../../aligned-columns.ts'
import { paint, printable, type Terminal, type Tone } from '../../terminal.ts'

const meaning: Record<string, [tone: Tone, words: string]> = {
  received: ['strong', 'investigators have not started'],
  under_review: ['middling', 'investigators assess it'],
  confirmed: ['good', 'other organizations are warned'],
  escalated_to_authorities: ['good', 'referred to the authorities; other organizations are warned'],
  dismissed: ['quiet', 'closed without effect'],
}

/** A fraud report as a person reads it. It holds no personal data. */
export const fraudCard = (report: FraudReport, terminal: Pick<Terminal, 'color'>): string => {
  const [tone, words] = meaning[report.status] ?? (['strong', ''] as const)
  const head = [
    paint(terminal, tone, printable(report.status).replaceAll('_', ' ').toUpperCase()),
    paint(terminal, 'strong', printable(report.case_number)),
    paint(terminal, 'quiet', words),
  ].join('  ')
  const { subject, victims } = report
  const facts = (...parts: string[]) => parts.map(printable).join(' · ')
  const body = labelled([
    ['Type', [printable(report.type).replaceAll('_', ' ')]],
    ['Subject', subject ? [facts(subject.type, subject.role, subject.country)] : []],
    [
      'Victims',
      victims.map(({ type, country, anonymous }) =>
        facts(type, country, ...(anonymous ? ['anonymous'] : [])),
      ),
    ],
  ])
  const foot = [
    report.id,
    report.livemode ? 'production' : 'sandbox',
    report.reporter_reference,
    report.created_at,
  ]
  const footLine = paint(terminal, 'quiet', `  ${foot.filter(Boolean).map(printable).join(' · ')}`)
  return `${[head, body, footLine].join('\n\n')}\n`
}
