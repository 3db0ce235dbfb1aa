import type { AgeVerificationRequest, IdentifierType } from '@nani/sdk'
import type { Terminal } from '../terminal.ts'
import { ageCard } from './age-card.ts'
import { type SingleCallOptions, singleCall } from './single-call.ts'

export type AgeOptions = SingleCallOptions & {
  type: string
  threshold?: number
  minimal?: boolean
  scopes?: string[]
  base64?: boolean
}

// Missing options are omitted, because the service has the defaults.
const requestOf = (value: string, options: AgeOptions): AgeVerificationRequest => ({
  identifier: { type: options.type as IdentifierType, value },
  threshold: options.threshold,
  disclosure: options.minimal ? 'minimal' : undefined,
  purpose: options.purpose,
  scopes: options.scopes,
  document_delivery: options.base64 ? 'base64' : undefined,
  reference: options.reference,
})

/** `nani age`: one age verification, or a job with `--async`. */
export const age = (identifier: string, options: AgeOptions, terminal: Terminal): Promise<void> =>
  singleCall(
    {
      methodsOf: ({ age }) => ({ now: age.verify, asJob: age.verifyAsync }),
      request: requestOf(identifier, options),
      card: ageCard,
    },
    options,
    terminal,
  )
