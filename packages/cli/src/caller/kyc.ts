import type { IdentifierType, KycValidationRequest } from '@nani/sdk'
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

// Missing options are omitted. The service validates every value.
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
    {
      methodsOf: ({ kyc }) => ({ now: kyc.validate, asJob: kyc.validateAsync }),
      request: requestOf(identifier, options),
      card: kycCard,
    },
    options,
    terminal,
  )
