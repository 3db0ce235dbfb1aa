import type { IdentifierType, KybVerificationRequest } from '@nani/sdk'
import type { Terminal } from '../terminal.ts'
import { kybCard } from './kyb-card.ts'
import { type SingleCallOptions, singleCall } from './single-call.ts'

export type KybOptions = SingleCallOptions & {
  type: string
  name?: string
  rccm?: string
  idNat?: string
  nif?: string
  representative?: string
  include?: string[]
}

// Missing options are omitted. The service validates every value.
const requestOf = (value: string, options: KybOptions): KybVerificationRequest => {
  const claims = {
    legal_name: options.name,
    rccm: options.rccm,
    id_nat: options.idNat,
    nif: options.nif,
    representative_name: options.representative,
  }
  return {
    identifier: { type: options.type as IdentifierType, value },
    match: Object.values(claims).some((claim) => claim !== undefined) ? claims : undefined,
    include: options.include as KybVerificationRequest['include'],
    purpose: options.purpose,
    reference: options.reference,
  }
}

/** `nani kyb`: one verification of a business, or a job with `--async`. */
export const kyb = (identifier: string, options: KybOptions, terminal: Terminal): Promise<void> =>
  singleCall(
    {
      methodsOf: ({ kyb }) => ({ now: kyb.verify, asJob: kyb.verifyAsync }),
      request: requestOf(identifier, options),
      card: kybCard,
    },
    options,
    terminal,
  )
