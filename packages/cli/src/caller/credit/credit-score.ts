import type { CreditScoreRequest } from '@nani/sdk'
import type { Terminal } from '../../terminal.ts'
import { type SingleCallOptions, singleCall } from '../single-call.ts'
import { creditScoreCard } from './credit-score-card.ts'

export type CreditScoreOptions = SingleCallOptions & {
  type: string
  consent?: string
  product: string
  amount?: number
  currency: string
}

// What the options say is sent as it is: the service decides whether it is valid.
const requestOf = (value: string, options: CreditScoreOptions): CreditScoreRequest =>
  ({
    identifier: { type: options.type, value },
    ...(options.consent !== undefined && { consent: { method: 'svc_app', consent_id: options.consent } }),
    purpose: options.purpose,
    product: options.product,
    ...(options.amount !== undefined && {
      amount_requested: { value: options.amount, currency: options.currency },
    }),
    reference: options.reference,
  }) as CreditScoreRequest

/** `nani credit score`: one credit score, or a job with `--async`. */
export const creditScore = (
  identifier: string,
  options: CreditScoreOptions,
  terminal: Terminal,
): Promise<void> =>
  singleCall(
    {
      methodsOf: ({ credit }) => ({ now: credit.score, asJob: credit.scoreAsync }),
      request: requestOf(identifier, options),
      card: creditScoreCard,
    },
    options,
    terminal,
  )
