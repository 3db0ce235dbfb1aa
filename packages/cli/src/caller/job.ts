import type { AmlScreening, AnyResult, Job } from '@nani/sdk'
import { labelled } from '../aligned-columns.ts'
import { paint, printable, printJson, type Terminal, type Tone } from '../terminal.ts'
import { ageCard } from './age-card.ts'
import { amlCard } from './aml/aml-card.ts'
import { type CallerOptions, withClient } from './credentials.ts'
import { creditScoreCard } from './credit/credit-score-card.ts'
import { faceCard } from './face/face-card.ts'
import { fraudCard } from './fraud/fraud-card.ts'
import { kybCard } from './kyb-card.ts'
import { kycCard } from './kyc-card.ts'

const tones: Record<string, Tone> = { completed: 'good', pending: 'middling', failed: 'bad' }

type Card = (result: never, terminal: Pick<Terminal, 'color'>) => string

const cards: Record<string, Card> = {
  kyc_validation: kycCard,
  age_verification: ageCard,
  face_recognition: faceCard,
  kyb_verification: kybCard,
  credit_score: creditScoreCard,
  fraud_report: fraudCard,
  aml_screening: (result: AmlScreening, terminal) => amlCard(result, terminal),
}

/** The card of a result if its kind has one, otherwise JSON. */
const resultText = (result: AnyResult, terminal: Pick<Terminal, 'color'>): string => {
  const card = cards[result.object]
  // The value of `object` distinguishes the kinds of results.
  return card ? card(result as never, terminal) : `${JSON.stringify(result, null, 2)}\n`
}

/** The text form of a job, with its result if there is one. */
export const jobText = (job: Job, terminal: Terminal): string => {
  const head = `${paint(terminal, tones[job.status] ?? 'strong', printable(job.status).toUpperCase())}  ${paint(terminal, 'strong', printable(job.id))}`
  const facts = labelled([
    ['Service', [printable(job.service)]],
    ['Created', [printable(job.created_at)]],
    ['Error', job.error ? [`${printable(job.error.error)}: ${printable(job.error.message)}`] : []],
    ['Next', job.status === 'pending' ? [`nani job ${printable(job.id)} --wait`] : []],
  ])
  return [head, '', facts, '', ...(job.result ? [resultText(job.result, terminal)] : [])].join('\n')
}

/** `nani job ID`. */
export const job = (
  id: string,
  options: CallerOptions & { wait?: boolean },
  terminal: Terminal,
): Promise<void> =>
  withClient(options, terminal, async (nani) => {
    const found = options.wait ? await nani.jobs.wait(id) : await nani.jobs.get(id)
    if (options.json) printJson(terminal, found)
    else terminal.out(jobText(found, terminal))
  })
