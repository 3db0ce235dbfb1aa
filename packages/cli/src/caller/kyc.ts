import type { IdentifierType, KycValidationRequest } from '@nani/contract'
import type { Terminal } from '../terminal.ts'
import { kycCard } from './kyc-card.ts'
import { type SingleCallOptions, singleCall } from './single-call.ts'

export type KycOptions = SingleCallOptions & {
  type: string
  name?: string
  born?: string
  age?: number
  scopes?: string[]
  base64?: boolean
}

// What was not said is left out: every value is the service's to judge.
const requestOf = (value: string, options: KycOptions): KycValidationRequest => {
  const { name, born, age } = options
  const claims = name !== undefined || born !== undefined || age !== undefined
  return {
    identifier: { type: options.type as IdentifierType, value },
    match: claims ? { full_name: name, date_of_birth: born, age } : undefined,
    purpose: options.purpose,
    scopes: options.scopes,
    document_delivery: options.base64 ? 'base64' : undefined,
    reference: options.reference,
  }
}

/** `nani kyc`: one validation, or a job with `--async`. */
export const kyc = (identifier: string, options: KycOptions, terminal: Terminal): Promise<void> =>
  singleCall(
    ({ kyc }) => ({ now: kyc.validate, asJob: kyc.validateAsync }),
    requestOf(identifier, options),
    kycCard,
    options,
    terminal,
  )
