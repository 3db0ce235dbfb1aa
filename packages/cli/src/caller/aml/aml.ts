import type { AmlScreeningRequest } from '@nani/sdk'
import { printJson, type Terminal } from '../../terminal.ts'
import { type CallerOptions, withClient } from '../credentials.ts'
import { type SingleCallOptions, singleCall } from '../single-call.ts'
import { amlCard } from './aml-card.ts'
import { amlHitCard } from './aml-hit-card.ts'

export type AmlOptions = SingleCallOptions & {
  type?: string
  born?: string
  nationality?: string
  checks?: string[]
  monitor?: boolean
  scopes?: string[]
}

type Subject = AmlScreeningRequest['subject']
type IdentifierType = NonNullable<Subject['identifier']>['type']

const businessTypes = new Set(['rccm', 'id_nat', 'nif'])

/**
 * A text in the form of an identity or company number is an identifier. Any other text is a name. `--type` overrides
 * this.
 */
const typeOf = (text: string): string | null => {
  if (/^cod[\d\s-]+$/i.test(text)) return 'svc_id'
  return /^cd\/\S+$/i.test(text) ? 'rccm' : null
}

const subjectOf = (
  text: string,
  { type = typeOf(text) ?? 'name', born, nationality }: AmlOptions,
): Subject => {
  // Contradicting options are sent unchanged, because the service decides about them.
  const known = { date_of_birth: born, nationality }
  if (type === 'name') return { full_name: text, ...known }
  const identifier = { type: type as IdentifierType, value: text }
  return businessTypes.has(type) ? { business: { identifier }, ...known } : { identifier, ...known }
}

/** `nani aml`: one screening, or a job with `--async`. */
export const aml = (text: string, options: AmlOptions, terminal: Terminal): Promise<void> =>
  singleCall(
    {
      methodsOf: ({ aml }) => ({ now: aml.screen, asJob: aml.screenAsync }),
      request: {
        subject: subjectOf(text, options),
        checks: options.checks as AmlScreeningRequest['checks'],
        monitoring: options.monitor,
        purpose: options.purpose,
        scopes: options.scopes,
        reference: options.reference,
      },
      card: (screening, { color }) => amlCard(screening, { color }, text),
    },
    options,
    terminal,
  )

/** `nani hit`: the entry behind a hit. */
export const amlHit = (
  screeningId: string,
  position: number,
  options: CallerOptions,
  terminal: Terminal,
): Promise<void> =>
  withClient(options, terminal, async (nani) => {
    const entry = await nani.aml.hit(screeningId, position)
    if (options.json) printJson(terminal, entry)
    else terminal.out(amlHitCard(entry, terminal))
  })
